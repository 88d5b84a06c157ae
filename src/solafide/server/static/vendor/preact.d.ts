// The types of what the pages use of htm with Preact.

export interface VNode {
  readonly type: unknown;
  readonly props: Record<string, unknown>;
}
export type Child = VNode | string | number | boolean | null | undefined | Child[];
export interface Ref<T> {
  current: T;
}
export type Change<T> = (next: T | ((before: T) => T)) => void;

export function html(strings: TemplateStringsArray, ...values: unknown[]): Child;
export function h(type: unknown, props: Record<string, unknown> | null, ...children: Child[]): VNode;
export function render(tree: Child, parent: Element): void;
export function useState<T>(initial: T | (() => T)): [T, Change<T>];
export function useReducer<S, A>(reduce: (state: S, action: A) => S, initial: S): [S, (action: A) => void];
export function useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useRef<T>(initial: T): Ref<T>;
export function useMemo<T>(make: () => T, inputs: readonly unknown[]): T;
export function useCallback<F extends Function>(callback: F, inputs: readonly unknown[]): F;
export interface Context<T> {
  Provider: (props: { value: T; children?: Child }) => Child;
}
export function createContext<T>(initial: T): Context<T>;
export function useContext<T>(context: Context<T>): T;
export function useErrorBoundary(callback?: (error: unknown) => void): [unknown, () => void];

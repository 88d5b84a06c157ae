// The names under which the page uses the types of the API, which are generated: see ../api.d.ts.
import type * as api from "../api";

export type Faith = api.Moment["seats"][number];
export type Estate = api.TerritoryRef["side"];
/** Before faiths are known a person is "1" or "2"; null is a spectator. */
export type Seat = api.Moment["seat"];
export type Lang = api.LanguageView["id"];
export type Pace = api.LiveTimeControl | api.DaysTimeControl;
export type Absence = api.AbsencesView["1"];
export type Orders = Required<api.StandingOrders>;
/** The fields of an entry of a card set, as in a file. */
export type EntryFields = Record<string, any>;
export type StandingOrdersView = { orders: Orders; cancelled: api.CancelledOrderView[] };

export type {
  AnalysisResponse,
  CardSetCheck,
  CardSetFile,
  CardSetVocabulary as Vocabulary,
  CheckedEntries,
  CheckedEntryView as CheckedEntry,
  CardFace,
  CardProgressView,
  CardSetFaces,
  ChatMessage,
  CircleFace,
  CircleText,
  CircleView,
  ClockView,
  DailyDealView,
  DailyResults,
  DealBoardView,
  DealPlayer,
  DealView,
  ErrorResponse as Problem,
  EffectForm,
  EntryFaces,
  EventView,
  FairnessReceipt as Receipt,
  FaithView,
  FieldProblem,
  FormEntry,
  FormField,
  GameSummary,
  HintResponse,
  LessonSummary,
  LessonView,
  LobbyPlayer,
  LobbyView,
  Moment,
  MomentText,
  MyGame,
  NewDealRequest as NewDeal,
  NewGameRequest as NewGame,
  NewLobbyRequest,
  NotificationChannel,
  NotificationsView,
  OfferView as Offer,
  SettlementView as Settlement,
  OnlineView,
  OpenDeal,
  OpenLobby,
  OptionView as Option,
  OrderAim as Aim,
  OwnView,
  PersistentForm,
  PlayerView as Player,
  PrivacyEntry,
  PrivacyNotice,
  PrivacySection,
  ReportRequest,
  ResultFace,
  RuleExampleView as RuleExample,
  RulePicture,
  RulebookDifferenceView as RulebookDifference,
  RulesSection,
  SeatView as View,
  NetworkServerView as NetworkServer,
  ServerKeysView as ServerKeys,
  SetupView as Setup,
  SignedCommitment,
  StatisticsView,
  StreamMessage,
  TerritoryRef,
  TextWithSection,
  TurnCommentView as TurnComment,
} from "../api";

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
export type StandingOrdersView = { orders: Orders; cancelled: api.CancelledOrderView[] };

export type {
  AnalysisResponse,
  CardFace,
  CardProgressView,
  CardSetFaces,
  ChatMessage,
  CircleFace,
  CircleText,
  CircleView,
  ClockView,
  DealBoardView,
  DealPlayer,
  DealView,
  ErrorResponse as Problem,
  EventView,
  FairnessReceipt as Receipt,
  FaithView,
  GameSummary,
  HintResponse,
  LessonSummary,
  LessonView,
  PuzzleSummary,
  PuzzleView,
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
  PlayerView as Player,
  PrivacyEntry,
  PrivacyNotice,
  PrivacySection,
  ReportRequest,
  ResultFace,
  RulesSection,
  SeatView as View,
  NetworkServerView as NetworkServer,
  ServerKeysView as ServerKeys,
  SetupView as Setup,
  SignedCommitment,
  StreamMessage,
  TerritoryRef,
  TextWithSection,
  TurnCommentView as TurnComment,
} from "../api";

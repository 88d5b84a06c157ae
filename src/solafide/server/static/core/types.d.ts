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
export type OrdersSaid = { orders: Orders; cancelled: api.CancelledOrderView[] };

export type {
  AnalysisResponse as AnalysisSaid,
  CardFace,
  CardProgressView as Resolving,
  CardSetFaces as Faces,
  ChatMessage as ChatLine,
  CircleFace,
  CircleText as CircleSaid,
  CircleView,
  ClockView as ClockSide,
  DealBoardView as BoardSaid,
  DealPlayer as DealSeat,
  DealView as DealSaid,
  ErrorResponse as Problem,
  EventView as Happening,
  FairnessReceipt as Receipt,
  FaithView,
  GameSummary as GameLine,
  HintResponse as HintSaid,
  LobbyPlayer as Guest,
  LobbyView as Arrival,
  Moment,
  MomentText as Said,
  MyGame,
  NewDealRequest as NewDeal,
  NewGameRequest as NewGame,
  NewLobbyRequest as NewTable,
  NotificationChannel as Way,
  NotificationsView as SignsSaid,
  OfferView as Offer,
  OnlineView as Company,
  OpenDeal,
  OpenLobby as OpenTable,
  OptionView as Option,
  OrderAim as Aim,
  OwnView,
  PlayerView as Player,
  RulesSection,
  SeatView as View,
  SetupView as Setup,
  StreamMessage,
  TerritoryRef as Place,
  TextWithSection as Told,
} from "../api";

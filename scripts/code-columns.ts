// The columns that hold codes, with their tables of names. Their types in server/src/kernel/tables.ts are the values of these tables.
import { DirectoryOrigin, DirectoryState } from '@shuyuan/contract/account/directory/directory.ts'
import { RealState } from '@shuyuan/contract/account/realname/real.ts'
import { ActivityState, RunState } from '@shuyuan/contract/activity/activity.ts'
import { BattleState } from '@shuyuan/contract/battle/battle.ts'
import { CertState } from '@shuyuan/contract/cert/cert.ts'
import { FileState, GrantState } from '@shuyuan/contract/cert/grant.ts'
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { FaceKind } from '@shuyuan/contract/course/face/face.ts'
import { CourseFileState, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { SeatState } from '@shuyuan/contract/course/room/room-codes.ts'
import { HandState, WorkFinish, ViewState } from '@shuyuan/contract/course/work/work-codes.ts'
import { ScormStatus } from '@shuyuan/contract/course/scorm/scorm.ts'
import { AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import { ExamOpenType, ExamState } from '@shuyuan/contract/exam/exam.ts'
import { FaceState } from '@shuyuan/contract/face/face.ts'
import { ExportState } from '@shuyuan/contract/kernel/export-state.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { LiveState, PushState, ReplayState } from '@shuyuan/contract/live/room-state.ts'
import { ReadState } from '@shuyuan/contract/message/msg.ts'
import { NoticeState } from '@shuyuan/contract/message/notice.ts'
import { NotifyTmplState } from '@shuyuan/contract/notify/tmpl.ts'
import { BackupOrigin, BackupStage, BackupState } from '@shuyuan/contract/operation/backup.ts'
import { LateState } from '@shuyuan/contract/paper/attempt/late.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { EvidenceVerdict } from '@shuyuan/contract/paper/evidence/verdict-codes.ts'
import { RecordState, RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { TaskRole, TaskState as MarkingTaskState } from '@shuyuan/contract/paper/review/review.ts'
import { BillState, InvoiceState, OrderState, RefundState, TradeState } from '@shuyuan/contract/pay/order-state.ts'
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { ReportState } from '@shuyuan/contract/qu/bank/mark.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { PairFamily, PairLevel, PairState, SimilarState } from '@shuyuan/contract/stat/similar.ts'
import { TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { TrainMode, TrainState } from '@shuyuan/contract/train/train.ts'
import { PathState } from '@shuyuan/contract/path/path.ts'
import { SurveyState } from '@shuyuan/contract/survey/survey.ts'
import { TaskState } from '../server/src/domains/common/task.service.ts'
import { PartState } from '../server/src/domains/live/replay/cast-run.service.ts'
import { stepModes } from '../server/src/domains/paper/attempt/save/step.rules.ts'
import { PieceState } from '../server/src/domains/paper/record/cloud/cloud.rules.ts'

type Codes = Readonly<Record<string, number>>

/** The table of names of each code column, by table and column. */
export const codeColumns: Readonly<Record<string, Codes>> = {
  'activity.open_type': OpenType,
  'activity.state': ActivityState,
  'activity_run.state': RunState,
  'path.open_type': OpenType,
  'path.state': PathState,
  'survey.open_type': OpenType,
  'survey.state': SurveyState,
  'battle.state': BattleState,
  'book_frozen.qu_type': QuType,
  'cert.state': CertState,
  'cert_grant.file_state': FileState,
  'cert_grant.state': GrantState,
  'common_task.state': TaskState,
  'course.open_type': OpenType,
  'course.state': CourseState,
  'course_export.state': ExportState,
  'course_face.kind': FaceKind,
  'course_file.file_type': CourseFileType,
  'course_file.state': CourseFileState,
  'course_room_seat.state': SeatState,
  'course_scorm_track.status': ScormStatus,
  'course_work.finish': WorkFinish,
  'course_work_file.view_state': ViewState,
  'course_work_hand.state': HandState,
  'exam.open_type': ExamOpenType,
  'exam.state': ExamState,
  'exam_apply.audit_state': AuditState,
  'exam_similar.state': SimilarState,
  'exam_similar_note.state': PairState,
  'exam_similar_pair.family': PairFamily,
  'exam_similar_pair.level': PairLevel,
  'exam_similar_pair.state': PairState,
  'live_part.state': PartState,
  'live_room.push_state': PushState,
  'live_room.replay_state': ReplayState,
  'live_room.state': LiveState,
  'notify_tmpl.state': NotifyTmplState,
  'paper.ex_state': ExState,
  'paper.state': PaperState,
  'paper.step_mode': stepModes,
  'paper_export.state': ExportState,
  'paper_late.state': LateState,
  'paper_mark.track': RecordTrack,
  'paper_piece.state': PieceState,
  'paper_record.state': RecordState,
  'paper_record.verdict': EvidenceVerdict,
  'paper_track.track': RecordTrack,
  'paper_verdict.verdict': EvidenceVerdict,
  'paper_verdict.was_ex_state': ExState,
  'paper_view.track': RecordTrack,
  'paper_question.qu_type': QuType,
  'paper_review_task.role': TaskRole,
  'paper_review_task.state': MarkingTaskState,
  'pay_bill.bill_state': BillState,
  'pay_invoice.invoice_state': InvoiceState,
  'pay_order.order_state': OrderState,
  'pay_refund.refund_state': RefundState,
  'pay_trade.trade_state': TradeState,
  'qu.level': QuLevel,
  'qu.qu_type': QuType,
  'qu_import_row.level': QuLevel,
  'qu_import_row.qu_type': QuType,
  'qu_report.state': ReportState,
  'sys_backup.origin': BackupOrigin,
  'sys_backup.stage': BackupStage,
  'sys_backup.state': BackupState,
  'sys_directory_run.origin': DirectoryOrigin,
  'sys_directory_run.state': DirectoryState,
  'sys_face.state': FaceState,
  'sys_menu.menu_type': MenuType,
  'sys_msg.read_state': ReadState,
  'sys_notice.state': NoticeState,
  'sys_real.state': RealState,
  'sys_role.data_scope': DataScope,
  'sys_user.role_type': RoleType,
  'sys_user.state': UserState,
  'tmpl.state': TmplState,
  'tmpl_draw.level': QuLevel,
  'tmpl_draw.qu_type': QuType,
  'train.mode': TrainMode,
  'train.state': TrainState,
}

/** Integer columns with the name of a code that have no table of names, with the reason. */
export const otherCodes: Readonly<Record<string, string>> = {
  'battle_side.robot_level': 'how strong the robot is, a number',
  'book_card.state': 'the states of the package ts-fsrs',
  'exam.exam_type': 'values of a dictionary of the site',
  'integrate_delivery.http_status': 'the status of HTTP',
  'sys_role.role_level': 'a rank: a lower number stands above',
}

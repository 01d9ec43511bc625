// For the candidate: the kept tracks of their recording, until when, and its readers.
import { RecordState, RecordTrack, recordState, recordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { listed, t, tLabel } from '../../../kernel/i18n.ts'

export function OwnRecording({ paperId }: { paperId: string }) {
  const { data } = useCall(record.mine, { paperId }, { quiet: true })
  if (!data) return null
  const tracks = [
    ...(data.camera ? [tLabel(recordTrack[RecordTrack.camera])] : []),
    ...(data.screen ? [tLabel(recordTrack[RecordTrack.screen])] : []),
    ...(data.phone ? [tLabel(recordTrack[RecordTrack.phone])] : []),
  ]
  return (
    <section aria-label={t('考试录像')}>
      <h2>{t('考试录像')}</h2>
      {data.state === RecordState.deleted ? (
        <p>{t('录像已到期删除')}</p>
      ) : (
        <p>
          {t('录制内容：{{tracks}}（{{state}}）。', { tracks: listed(tracks), state: tLabel(recordState[data.state]) })}
          {data.keepUntil !== null && t('保存至 {{time}}，到期自动删除。', { time: data.keepUntil.slice(0, 16) })}
          {t('可查看的人员：本场监考人、教务管理员，每次查看都有记录。需要副本或有异议，请联系考试负责人。')}
          {data.viewers.all > 0
            ? t('已有 {{n}} 人查看：实时 {{live}} 人，回放 {{replay}} 人。', { ...data.viewers, n: data.viewers.all })
            : t('还没有人查看。')}
        </p>
      )}
    </section>
  )
}

// A lesson in a room as its learner sees it: where and when, the own place, the calendar file. In a lesson of the player.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import { enrolReason, SeatState } from '@shuyuan/contract/course/room/room-codes.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { useState } from 'react'
import { download } from '../../../kernel/call/api.ts'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { Alert } from '../../../kernel/plain/Alert.tsx'
import { Button } from '../../../kernel/plain/Button.tsx'
import { useAsk } from '../../../kernel/plain/useAsk.tsx'
import { minuteText } from '../../../kernel/text/short-date.ts'
import type { RoomProps } from '../learn/lesson-tools.ts'
import { SeatTag } from './SeatTag.tsx'
import { spanText } from './span-text.ts'
import styles from './room.module.css'

type Own = Data<typeof courseRoom.detail>

export function RoomPanel({ courseId, fileId, onChange }: RoomProps) {
  const place = { courseId, fileId }
  const { data, error, refetch } = useCall(courseRoom.detail, place, { quiet: true })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={5} />
  return (
    <div className={styles.panel}>
      <Facts room={data} />
      <Place room={data} onChange={onChange} />
    </div>
  )
}

function Facts({ room }: { room: Own }) {
  const left = room.seats === null ? null : Math.max(0, room.seats - room.taken)
  const facts: [label: string, text: string][] = [
    [t('时间'), spanText(room.startTime, room.endTime)],
    [tLabel('培训地点'), room.place],
    ...(room.teachers.length > 0 ? [[tLabel('讲师'), room.teachers.join(t('、'))] as [string, string]] : []),
    [t('座位'), left === null ? t('不限') : t('共 {{all}} 个，还剩 {{left}} 个', { all: room.seats ?? 0, left })],
    ...(room.enrolUntil === null ? [] : [[tLabel('报名截止'), minuteText(room.enrolUntil)] as [string, string]]),
  ]
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {room.content !== '' && <p className={styles.words}>{room.content}</p>}
    </>
  )
}

function Place({ room, onChange }: { room: Own; onChange: RoomProps['onChange'] }) {
  const { courseId, fileId, state } = room
  const { ask, dialog } = useAsk()
  const refresh = [courseRoom.detail, course.detail]
  const enrol = useCommand(courseRoom.enrol, { refresh, ...(onChange ? { onDone: onChange } : {}) })
  const cancel = useCommand(courseRoom.cancel, { refresh, done: t('已取消报名') })
  const [busy, setBusy] = useState(false)
  const plan = async () => {
    setBusy(true)
    await download(courseRoom.calendar, { courseId, fileId }).catch(() => undefined)
    setBusy(false)
  }
  const isFull = room.seats !== null && room.taken >= room.seats
  const wasThere = state === SeatState.present || state === SeatState.late
  const giveUp = async () => {
    if (await ask({ content: isFull ? t('取消后名额会让给候补的学员，确定要取消报名吗？') : t('确定要取消报名吗？') }))
      cancel.mutate({ courseId, fileId })
  }
  return (
    <div className={styles.place}>
      <div role="status" className={styles.state}>
        {state === null ? (
          <span>{room.reason === null ? (isFull ? t('座位已满，可以候补') : t('还没有报名')) : tLabel(enrolReason[room.reason])}</span>
        ) : (
          <>
            <SeatTag state={state} />
            <span>{wordOf(room)}</span>
          </>
        )}
      </div>
      <div className={styles.buttons}>
        {state === null && room.reason === null && (
          <Button strong busy={enrol.isPending} onClick={() => enrol.mutate({ courseId, fileId })}>
            {isFull ? t('加入候补') : t('报名')}
          </Button>
        )}
        {wasThere && !room.finished && (!room.signOut || room.outTime !== null) && (
          <Button strong busy={enrol.isPending} onClick={() => enrol.mutate({ courseId, fileId })}>
            {t('计入本课程')}
          </Button>
        )}
        {(state === SeatState.enrolled || state === null) && (
          <Button busy={busy} onClick={() => void plan()}>
            {t('加入日历')}
          </Button>
        )}
        {room.mayCancel && (
          <Button busy={cancel.isPending} onClick={() => void giveUp()}>
            {state === SeatState.waiting ? t('退出候补') : t('取消报名')}
          </Button>
        )}
      </div>
      {state === SeatState.enrolled && (
        <Alert
          kind="info"
          role="status"
          title={t('到场后用手机相机扫描大屏幕上的二维码签到，签到后本课件算学完。')}
          description={t('{{span}} 可以签到', { span: spanText(room.signFrom, room.signUntil) })}
        />
      )}
      {dialog}
    </div>
  )
}

function wordOf({ state, turn, inTime, outTime, signOut }: Own): string {
  if (state === SeatState.waiting) return t('排在第 {{n}} 位，有空位时自动报名并通知您', { n: turn })
  if (inTime === null) return state === SeatState.absent ? t('如有疑问请联系老师') : ''
  const came = t('{{time}} 签到', { time: minuteText(inTime) })
  if (outTime !== null) return `${came} · ${t('{{time}} 签退', { time: minuteText(outTime) })}`
  return signOut ? `${came} · ${t('离开前请扫码签退')}` : came
}

// Says before a live lesson is saved who sees it, what its course costs, and offers the notice to them.
import { liveRoom } from '@shuyuan/contract/live/room.ts'
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Alert, Flex } from 'antd'
import { useRef } from 'react'
import { call } from '../../../kernel/call/api.ts'
import { useCommand } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import { priceText } from '../../course/catalog/price-text.ts'
import { limitText, NoticeTick, useRecipientValues } from '../../notify/NoticeTick.tsx'

type Form = Body<typeof liveRoom.save>
type Stored = Data<typeof liveRoom.detail>

/** Whether saving changes who sees the lesson or when. What has begun is announced no more. */
function opensAnew({ courseId, startTime, endTime }: Form, stored: Stored | undefined): boolean {
  if (!stored) return true
  if (stored.phase !== 'waiting') return false
  return courseId !== stored.courseId || startTime !== stored.startTime || endTime !== stored.endTime
}

/** `ask` resolves with whether the lesson is to be saved; `tell` sends the notice of the stored lesson, if it was ticked then. */
export function useAskNotice(stored: Stored | undefined) {
  const confirm = useConfirm()
  const recipient = useRecipientValues()
  const told = useRef(false)
  const send = useCommand(liveRoom.notify, {
    refresh: [liveRoom.paging, liveRoom.detail],
    onDone: ({ sent }) => notify.success(t('直播已保存，已通知 {{n}} 人', { n: sent })),
  })
  const ask = async (form: Form) => {
    told.current = false
    if (!opensAnew(form, stored)) return true
    const { title, courseId, teacherId, startTime, endTime } = form
    const reach = await call(liveRoom.reach, { ...(stored ? { id: stored.id } : {}), courseId, teacherId, startTime })
    const values = {
      ...recipient,
      liveTitle: title,
      courseTitle: reach.courseTitle,
      startTime: limitText(startTime),
      endTime: limitText(endTime),
      teacherName: reach.teacherName,
    }
    return confirm({
      title: t('保存直播“{{title}}”', { title }),
      content: (
        <Summary
          window={`${limitText(startTime)} – ${limitText(endTime)}`}
          reach={reach}
          values={values}
          onTold={(to) => (told.current = to)}
        />
      ),
      okText: t('保存'),
    })
  }
  const tell = (id: string) => {
    if (told.current) send.mutate({ id })
    told.current = false
  }
  return { ask, tell }
}

type SummaryProps = {
  window: string
  reach: Data<typeof liveRoom.reach>
  values: Record<string, string>
  onTold: (told: boolean) => void
}

function Summary({ window, reach, values, onTold }: SummaryProps) {
  const { people, names, told, notice, noticeState, courseTitle, price, costPoints, courseOpen } = reach
  const listed = names.join('、')
  return (
    <Flex vertical gap="small">
      <div>{t('课程“{{title}}”的学员可以观看，{{n}} 人', { title: courseTitle, n: people })}</div>
      {listed && <div>{t('范围：{{names}}', { names: listed })}</div>}
      <div>{t('直播时间：{{window}}', { window })}</div>
      <div>{t('价格：{{price}}', { price: priceText({ price, costPoints }) })}</div>
      {!courseOpen && <Alert type="warning" showIcon title={t('课程已停用，启用后学员才能看到这场直播')} />}
      <NoticeTick n={told} notice={notice} values={values} onTold={onTold} state={noticeState} />
    </Flex>
  )
}

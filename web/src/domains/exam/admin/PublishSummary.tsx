// What publishing an exam means: whom it opens to, who will watch, and the notice that they can get, with its text.
import { type exam, openType } from '@shuyuan/contract/exam/exam.ts'
import type { RecordWhere } from '@shuyuan/contract/exam/record-settings.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { Alert, Flex } from 'antd'
import { useCall } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { limitText, NoticeTick, useRecipientValues } from '../../notify/NoticeTick.tsx'
import { windowText } from '../exam-labels.ts'
import { placeText, recordText } from './record-text.ts'
import styles from './publish.module.css'

type Reach = Data<typeof exam.reach>
type Published = {
  title: string
  openType: keyof typeof openType
  startTime: string | null
  endTime: string | null
  minutes: number
  passScore: number
  offline?: boolean | undefined
  recordCamera?: boolean | undefined
  recordSound?: boolean | undefined
  recordScreen?: boolean | undefined
  recordPhone?: boolean | undefined
  recordWhere?: RecordWhere | undefined
}

/** The values of a notice's placeholders as far as the page knows them. */
export function useNoticeValues(): (one: Published) => Record<string, string> {
  const recipient = useRecipientValues()
  return ({ title, startTime, endTime, minutes, passScore }) => ({
    ...recipient,
    examTitle: title,
    startTime: limitText(startTime),
    endTime: limitText(endTime),
    minutes: String(minutes),
    passScore: String(passScore),
  })
}

function Watchers({ watchers: { people, names, onlyMaker } }: Pick<Reach, 'watchers'>) {
  const listed = names.join('、')
  return (
    <>
      {people > 0 && (
        <p>
          {people > names.length ? t('监考：{{names}} 等 {{n}} 人', { names: listed, n: people }) : t('监考：{{names}}', { names: listed })}
        </p>
      )}
      {onlyMaker && <Alert type="warning" showIcon title={t('除创建人外没有人监考，请在“监考与防作弊”中指定监考人')} />}
    </>
  )
}

/** What recordings of so many candidates take, where the exam records. */
function Forecast({
  one: { recordCamera = false, recordSound = false, recordScreen = false, recordPhone = false, recordWhere = 'auto' },
  people,
}: {
  one: Published
  people: number
}) {
  const isOn = (recordCamera || recordScreen || recordPhone) && people > 0
  const storage = useCall(configProp.upload, { key: 'upload' }, { quiet: true, enabled: isOn })
  if (!isOn) return null
  const what = { camera: recordCamera, sound: recordSound, screen: recordScreen, phone: recordPhone }
  return (
    <Alert
      type="info"
      showIcon
      title={recordText(what, people)}
      description={storage.data && placeText(recordWhere, what, storage.data.provider, people)}
    />
  )
}

type PublishSummaryProps = {
  one: Published
  reach: Reach
  /** the values of the notice's placeholders */
  values: Record<string, string>
  onTold: (told: boolean) => void
}

export function PublishSummary({ one, reach: { people, names, watchers, told, notice }, values, onTold }: PublishSummaryProps) {
  return (
    <Flex vertical gap="small" className={styles.publish}>
      <p>
        {t('将对 {{n}} 人开放（{{who}}），时间：{{window}}', {
          who: names.length === 0 ? tLabel(openType[one.openType]) : names.join('、'),
          n: people,
          window: windowText(one),
        })}
      </p>
      {one.offline !== true && <Watchers watchers={watchers} />}
      <Forecast one={one} people={people} />
      <NoticeTick n={told} notice={notice} values={values} onTold={onTold} />
    </Flex>
  )
}

// In the form of a new notice: the assistant writes a draft of a few points; dates and places are put in by the product.
import { EditOutlined, MinusCircleOutlined, PlusOutlined } from '@ant-design/icons'
import { assist } from '@shuyuan/contract/assist/state.ts'
import { assistNotice, MOST_FACTS, NOTICE_TOKENS, noticeLength, noticeTone } from '@shuyuan/contract/assist/notice/notice.ts'
import { tokensOf } from '@shuyuan/contract/assist/tokens.ts'
import { Alert, Button, Flex, Input, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { can } from '../../../kernel/access/permission.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import type { DraftProps } from '../../message/notice-tools.ts'
import { costOf } from '../ledger/price.ts'
import { type AssistState, SentNote } from '../ledger/SentNote.tsx'
import { useAsk } from '../ledger/useAsk.ts'
import { Waiting } from '../ledger/Waiting.tsx'
import styles from './notice-draft.module.css'

/** Of a draft's tokens those that the model writes. */
const WRITTEN_TOKENS = 500

export function NoticeDraft({ onDraft }: DraftProps) {
  const [open, setOpen] = useState(false)
  const [doubtful, setDoubtful] = useState<readonly string[]>([])
  const { data } = useCall(assist.state, {}, { enabled: can(['assist:notice']), quiet: true })
  if (data?.notice !== true) return null
  return (
    <Flex vertical gap="small" className={styles.row}>
      <Button icon={<EditOutlined />} className={styles.open} onClick={() => setOpen(true)}>
        {t('智能起草')}
      </Button>
      {doubtful.length > 0 && (
        <Alert type="warning" showIcon title={t('请核对草稿中的数字：{{numbers}}', { numbers: doubtful.join('、') })} />
      )}
      {open && (
        <DraftDialog
          state={data}
          onClose={() => setOpen(false)}
          onDone={(draft) => {
            setDoubtful(draft.doubtful)
            onDraft({ title: draft.title, content: draft.content })
            setOpen(false)
          }}
        />
      )}
    </Flex>
  )
}

type Fact = { id: number; name: string; value: string }
type DialogProps = {
  state: AssistState
  onClose: () => void
  onDone: (draft: { title: string; content: string; doubtful: string[] }) => void
}

function DraftDialog({ state, onClose, onDone }: DialogProps) {
  const [about, setAbout] = useState('')
  const [facts, setFacts] = useState<Fact[]>(() => [t('时间'), t('地点')].map((name, at) => ({ id: at + 1, name, value: '' })))
  const [tone, setTone] = useState<keyof typeof noticeTone>('formal')
  const [length, setLength] = useState<keyof typeof noticeLength>('short')
  const run = useAsk(assistNotice.draft, { onDone })
  const tokens = NOTICE_TOKENS[length] + tokensOf(about)
  const change = (id: number, part: Partial<Fact>) => setFacts((before) => before.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const send = () => {
    if (about.trim() === '') return notify.warning(t('请填写公告要点'))
    const given = facts.filter((one) => one.name.trim() !== '' && one.value.trim() !== '').map(({ name, value }) => ({ name, value }))
    run.send({ about, facts: given, tone, length })
  }
  return (
    <Modal
      open
      title={t('智能起草公告')}
      okText={t('写草稿')}
      confirmLoading={run.isPending}
      onOk={send}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Flex vertical gap="middle">
        <Input.TextArea
          aria-label={t('公告要点')}
          rows={3}
          maxLength={300}
          showCount
          value={about}
          placeholder={t('写几个要点，例如：下周消防演练，全员参加，当班人员留岗')}
          onChange={(event) => setAbout(event.target.value)}
        />
        <fieldset className={styles.facts}>
          <legend>{t('事实（只发送名称，内容由系统填入）')}</legend>
          {facts.map((one, at) => (
            <Flex key={one.id} gap="small">
              <Input
                aria-label={t('第 {{n}} 个事实的名称', { n: at + 1 })}
                maxLength={30}
                value={one.name}
                onChange={(event) => change(one.id, { name: event.target.value })}
              />
              <Input
                aria-label={t('第 {{n}} 个事实的内容', { n: at + 1 })}
                maxLength={200}
                value={one.value}
                onChange={(event) => change(one.id, { value: event.target.value })}
              />
              <Button
                type="text"
                icon={<MinusCircleOutlined />}
                aria-label={t('移除第 {{n}} 个事实', { n: at + 1 })}
                onClick={() => setFacts((before) => before.filter((row) => row.id !== one.id))}
              />
            </Flex>
          ))}
          {facts.length < MOST_FACTS && (
            <Button
              icon={<PlusOutlined />}
              onClick={() =>
                setFacts((before) => [...before, { id: Math.max(0, ...before.map((one) => one.id)) + 1, name: '', value: '' }])
              }
            >
              {t('添加事实')}
            </Button>
          )}
        </fieldset>
        <Flex gap="middle" wrap>
          <Segmented
            aria-label={t('语气')}
            value={tone}
            onChange={setTone}
            options={Object.entries(noticeTone).map(([value, label]) => ({
              value: value as keyof typeof noticeTone,
              label: tLabel(label),
            }))}
          />
          <Segmented
            aria-label={t('篇幅')}
            value={length}
            onChange={setLength}
            options={Object.entries(noticeLength).map(([value, label]) => ({
              value: value as keyof typeof noticeLength,
              label: tLabel(label),
            }))}
          />
        </Flex>
        <SentNote state={state} tokens={tokens} cost={costOf(state, tokens - WRITTEN_TOKENS, WRITTEN_TOKENS)} />
        {run.isPending && <Waiting seconds={run.seconds} onCancel={run.cancel} />}
      </Flex>
    </Modal>
  )
}

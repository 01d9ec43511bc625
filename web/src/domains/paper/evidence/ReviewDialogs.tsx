// The dialogs of a review: mark, verdict, hold, and the copy as a file.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { evidenceReview, REASON_LEAST } from '@shuyuan/contract/paper/evidence/review.ts'
import { EvidenceVerdict, evidenceVerdict, verdictEffect } from '@shuyuan/contract/paper/evidence/verdict-codes.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { recordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { paperExport } from '@shuyuan/contract/paper/result/export.ts'
import { Alert, AutoComplete, Checkbox, Flex, Form, Input, Radio, Select } from 'antd'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import type { Replay } from './axis.ts'
import { ClockInput } from './ClockInput.tsx'

const MarkField = fieldOf(evidenceReview['mark-save'])
const VerdictField = fieldOf(evidenceReview.verdict)
const HoldField = fieldOf(evidenceReview.hold)
const CopyField = fieldOf(evidenceReview.export)

type Effect = keyof typeof verdictEffect
type DialogProps = { replay: Replay; open: boolean; onClose: () => void }

const AROUND_MS = 5_000
const trackOptions = ({ tracks }: Replay) => tracks.map(({ track }) => ({ value: track, label: tLabel(recordTrack[track]) }))

/** A mark around the place that is played; the usual findings are offered. */
export function MarkDialog({ replay, atMs, onClose }: { replay: Replay; atMs: number | undefined; onClose: () => void }) {
  const at = Math.floor((atMs ?? 0) / 1_000) * 1_000
  const usual = [t('有他人进入'), t('考生离开画面'), t('使用手机'), t('查阅资料'), t('与人交谈')]
  return (
    <FormDialog
      of={evidenceReview['mark-save']}
      open={atMs !== undefined}
      title={tLabel('标记录像')}
      initial={{ paperId: replay.paperId, fromMs: Math.max(0, at - AROUND_MS), toMs: Math.min(replay.endMs, at + AROUND_MS), track: null }}
      prepare={(values) => ({ ...values, track: values['track'] ?? null })}
      done={t('操作成功！')}
      refresh={[evidence.detail]}
      onClose={onClose}
    >
      <Flex gap="middle" wrap>
        <MarkField name="fromMs">
          <ClockInput />
        </MarkField>
        <MarkField name="toMs">
          <ClockInput />
        </MarkField>
      </Flex>
      <MarkField name="label">
        <AutoComplete options={usual.map((value) => ({ value }))} maxLength={20} />
      </MarkField>
      <MarkField name="track" required={false}>
        <Select allowClear placeholder={t('全部轨道')} options={trackOptions(replay)} />
      </MarkField>
      <MarkField name="note" />
    </FormDialog>
  )
}

/** What may follow a verdict; the server refuses the rest. */
export function effectsOf(verdict: EvidenceVerdict | undefined, { paperState, isVoid }: Pick<Replay, 'paperState' | 'isVoid'>): Effect[] {
  const isViolation = verdict === EvidenceVerdict.violation
  return [
    'none',
    ...(isViolation || verdict === EvidenceVerdict.watch ? (['note'] as const) : []),
    ...(isViolation && paperState !== PaperState.givenUp ? (['void'] as const) : []),
    ...(!isViolation && isVoid ? (['restore'] as const) : []),
  ]
}

const useVerdict = () => Form.useWatch<EvidenceVerdict | undefined>('verdict', { form: Form.useFormInstance(), preserve: true })

/** Needed where the verdict is against the candidate; the server refuses a shorter one. */
function ReasonField() {
  const verdict = useVerdict()
  const isNeeded = verdict === EvidenceVerdict.watch || verdict === EvidenceVerdict.violation
  return (
    <VerdictField
      name="reason"
      required={isNeeded}
      {...(isNeeded ? { extra: t('至少 {{n}} 个字；告知考生或作废时，考生会看到。', { n: REASON_LEAST }) } : {})}
    />
  )
}

function EffectField({ replay }: { replay: Replay }) {
  const verdict = useVerdict()
  return (
    <VerdictField name="effect">
      <Radio.Group options={effectsOf(verdict, replay).map((value) => ({ value, label: tLabel(verdictEffect[value]) }))} />
    </VerdictField>
  )
}

export function VerdictDialog({ replay, ...dialog }: DialogProps) {
  const verdicts = [EvidenceVerdict.clear, EvidenceVerdict.watch, EvidenceVerdict.violation]
  return (
    <FormDialog
      of={evidenceReview.verdict}
      title={tLabel('复核录像')}
      initial={{ paperId: replay.paperId, version: replay.version, effect: 'none' }}
      done={t('操作成功！')}
      refresh={[evidence.detail, evidence.paging]}
      {...dialog}
    >
      <Alert
        type="info"
        showIcon
        title={t('作废的答卷不计成绩，考生会收到原因和申请复核的期限。结论和处理都会留下记录。')}
        style={{ marginBlockEnd: 16 }}
      />
      <VerdictField name="verdict">
        <Radio.Group options={verdicts.map((value) => ({ value, label: tLabel(evidenceVerdict[value]) }))} />
      </VerdictField>
      <ReasonField />
      <EffectField replay={replay} />
    </FormDialog>
  )
}

export function HoldDialog({ replay, ...dialog }: DialogProps) {
  return (
    <FormDialog
      of={evidenceReview.hold}
      title={tLabel('暂缓删除录像')}
      initial={{ paperId: replay.paperId, until: replay.holdUntil, reason: '' }}
      prepare={(values) => ({ ...values, until: values['until'] ?? null })}
      done={t('操作成功！')}
      refresh={[evidence.detail, evidence.paging]}
      {...dialog}
    >
      <HoldField
        name="until"
        required={false}
        extra={t('留空表示取消暂缓。最迟 {{time}}，这是考生同意的期限。', { time: replay.holdMost ?? '' })}
      />
      <HoldField name="reason">
        <Input.TextArea rows={3} maxLength={500} showCount />
      </HoldField>
    </FormDialog>
  )
}

export function CopyDialog({ replay, ...dialog }: DialogProps) {
  const options = trackOptions(replay)
  return (
    <FormDialog
      of={evidenceReview.export}
      title={tLabel('导出录像')}
      initial={{ paperId: replay.paperId, tracks: options.map((one) => one.value), fromMs: 0, toMs: replay.endMs }}
      done={t('已开始导出')}
      refresh={[paperExport.list, evidence.views]}
      {...dialog}
    >
      <Alert
        type="warning"
        showIcon
        title={t('导出的文件可以脱离本系统播放，请妥善保管。导出会记入查看记录。')}
        style={{ marginBlockEnd: 16 }}
      />
      <CopyField name="tracks">
        <Checkbox.Group options={options} />
      </CopyField>
      <Flex gap="middle" wrap>
        <CopyField name="fromMs" required={false}>
          <ClockInput />
        </CopyField>
        <CopyField name="toMs" required={false}>
          <ClockInput />
        </CopyField>
      </Flex>
    </FormDialog>
  )
}

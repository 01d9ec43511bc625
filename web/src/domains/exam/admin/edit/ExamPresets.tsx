// Presets at the top of the exam form: built-in ones, those of the person and of the site; the present settings can be kept as one.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { examPreset, PresetSettings as Kept } from '@shuyuan/contract/exam/preset/preset.ts'
import { Button, Flex, Typography } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../../kernel/call/query.ts'
import { useFormValues, useSetFormValue } from '../../../../kernel/form/form-context.ts'
import { fieldInfo, schemaAt } from '../../../../kernel/form/schema.ts'
import { listed, t, tLabel } from '../../../../kernel/i18n.ts'
import { builtIn, changesOf } from './preset-settings.ts'
import { PresetDialog } from './PresetDialog.tsx'

type ExamPresetsProps = { /** a paper has been started: the minutes can no longer change */ fixed: boolean }
type Applied = { title: string; changed: readonly string[] }

const MOST_NAMED = 6
/** The verdicts of signals are one setting without a label of its own. */
function titleOf(name: string) {
  const field = schemaAt(exam.save.input, [name])
  const title = field ? fieldInfo(field).title : ''
  return title === '' ? t('诚信保障') : tLabel(title)
}

export function ExamPresets({ fixed }: ExamPresetsProps) {
  const values = useFormValues()
  const set = useSetFormValue()
  const [applied, setApplied] = useState<Applied>()
  const [managed, setManaged] = useState(false)
  const { data: own = [] } = useCall(examPreset.list, {}, { quiet: true })
  const apply = (title: string, settings: object) => {
    const changes = changesOf(values, settings, fixed ? ['minutes'] : [])
    for (const [name, value] of changes) set(name, value)
    setApplied({ title, changed: changes.map(([name]) => titleOf(name)) })
  }
  const present = () => Object.fromEntries(Object.keys(Kept.shape).map((name) => [name, values[name]]))
  return (
    <Flex vertical gap={4} style={{ marginBlockEnd: 12 }}>
      <Flex wrap gap="small" align="center" role="group" aria-label={t('考试预设')}>
        <Typography.Text type="secondary">{t('考试预设')}</Typography.Text>
        {builtIn.map(({ title, settings }) => (
          <Button key={title} size="small" onClick={() => apply(t(title), settings)}>
            {t(title)}
          </Button>
        ))}
        {own.map(({ id, title, settings }) => (
          <Button key={id} size="small" type="dashed" onClick={() => apply(title, settings)}>
            {title}
          </Button>
        ))}
        <Button size="small" type="link" onClick={() => setManaged(true)}>
          {t('管理预设')}
        </Button>
      </Flex>
      <Typography.Text type="secondary" role="status">
        {applied && changedText(applied)}
      </Typography.Text>
      {managed && <PresetDialog present={present} onClose={() => setManaged(false)} />}
    </Flex>
  )
}

function changedText({ title, changed }: Applied) {
  if (changed.length === 0) return t('已套用“{{title}}”，没有改动', { title })
  const names = listed(changed.slice(0, MOST_NAMED)) + (changed.length > MOST_NAMED ? '…' : '')
  return t('已套用“{{title}}”，改动 {{n}} 项：{{names}}', { title, n: changed.length, names })
}

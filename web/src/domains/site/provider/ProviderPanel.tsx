// The providers of one kind: the active one, the stored ones, and the settings of the chosen one.
import { messageText } from '../../../kernel/messages.ts'
import { propKinds, type PropType } from '@shuyuan/contract/sys/provider/prop-kinds.ts'
import { configProp } from '@shuyuan/contract/sys/provider/prop.ts'
import { Alert, Button, Card, Flex, Radio, Tag, Typography } from 'antd'
import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { useConfirm } from '../../../kernel/confirm.tsx'
import type { Values } from '../../../kernel/form/form-values.ts'
import { type PlainText, t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/PageState.tsx'
import { useCall, useFormStart } from '../../../kernel/call/query.ts'
import { LongForm } from '../../../kernel/form/LongForm.tsx'
import { ProviderForm, providerTitle } from './ProviderForm.tsx'
import styles from './provider.module.css'

export type ProviderPanelProps = {
  type: PropType
  /** message after saving; 配置保存成功！ by default */
  saved?: PlainText
  /** what happens while no provider is active */
  without?: PlainText
  /** confirmation before another provider is activated */
  warning?: PlainText
  /** hint below a field, by its name */
  notes?: Record<string, PlainText>
  /** fields that are irrelevant for the current values of others */
  hidden?: (data: Values) => readonly string[]
  /** replacements for the controls of the schema, by provider and field name */
  controls?: (provider: string) => Record<string, ReactElement>
  /** notes to read before setting up a provider */
  intro?: (provider: string) => ReactNode
  /** content beside the title, e.g. a test button */
  tools?: ReactNode
}

/** Choice of a provider with its form below; a mark shows the active one. */
export function ProviderPanel(props: ProviderPanelProps) {
  const { type, tools, without } = props
  const { data, error, refetch } = useCall(configProp.detail, { type })
  const [chosen, setChosen] = useState<string>()
  const [round, setRound] = useState(0)
  const dirty = useRef(() => false)
  const confirm = useConfirm()
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />

  const provider = chosen ?? (data.storedProviders.length > 0 ? data.provider : undefined)
  const choose = async (next: string) => {
    if (dirty.current() && !(await confirm({ content: t('内容还没有保存，确定要离开吗？') }))) return
    dirty.current = () => false
    setChosen(next)
  }
  const saved = () => {
    dirty.current = () => false
    setChosen(provider)
    setRound(round + 1)
    void refetch()
  }
  return (
    <LongForm>
      <Card {...(tools ? { extra: tools } : {})}>
        <Flex vertical gap="middle">
          <InUse type={type} active={data.activeProvider} without={without} />
          <ProviderChoice
            type={type}
            value={provider}
            active={data.activeProvider}
            stored={data.storedProviders}
            onChange={(next) => void choose(next)}
          />
          {provider === undefined ? (
            <NothingChosen missing={messageText(propKinds[type].missing)} />
          ) : (
            <Settings key={`${provider} ${round}`} {...props} provider={provider} onSaved={saved} dirtyRef={dirty} />
          )}
        </Flex>
      </Card>
    </LongForm>
  )
}

function InUse({ type, active, without = '尚未启用服务商' }: { type: PropType; active: string; without: PlainText | undefined }) {
  if (active === '') return <Alert type="info" showIcon title={t(without)} />
  return <Alert type="success" showIcon title={t('当前使用：{{name}}', { name: providerTitle(type, active) })} />
}

type ProviderChoiceProps = {
  type: PropType
  value: string | undefined
  active: string
  stored: readonly string[]
  onChange: (provider: string) => void
}

function ProviderChoice({ type, value, active, stored, onChange }: ProviderChoiceProps) {
  const label = t('服务商')
  return (
    <div>
      <Typography.Paragraph strong style={{ marginBlockEnd: 8 }}>
        {label}
      </Typography.Paragraph>
      <Radio.Group aria-label={label} value={value} onChange={(event) => onChange(event.target.value as string)}>
        <Flex wrap gap="small">
          {Object.keys(propKinds[type].providers).map((one) => (
            <Radio key={one} value={one} style={{ minBlockSize: 44, alignItems: 'center' }}>
              {providerTitle(type, one)} {one === active && <Tag color="success">{t('使用中')}</Tag>}
              {one !== active && stored.includes(one) && <Tag>{t('已保存，未启用')}</Tag>}
            </Radio>
          ))}
        </Flex>
      </Radio.Group>
    </div>
  )
}

function NothingChosen({ missing }: { missing: string }) {
  const [asked, setAsked] = useState(false)
  return (
    <div className={styles.nothingChosen}>
      {asked && <Alert type="error" showIcon role="alert" title={tLabel(missing)} style={{ marginBlockEnd: 16 }} />}
      <Button type="primary" onClick={() => setAsked(true)}>
        {t('保存')}
      </Button>
    </div>
  )
}

type SettingsProps = ProviderPanelProps & { provider: string; onSaved: () => void; dirtyRef: { current: () => boolean } }

function Settings({ type, provider, intro, saved, warning, notes, hidden, controls, onSaved, dirtyRef }: SettingsProps) {
  const { data, error, refetch } = useFormStart(configProp.detail, { type, provider })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return (
    <ProviderForm
      type={type}
      stored={data}
      saved={saved}
      warning={warning}
      notes={notes}
      hidden={hidden}
      controls={controls?.(provider)}
      intro={intro?.(provider)}
      onSaved={onSaved}
      dirtyRef={dirtyRef}
    />
  )
}

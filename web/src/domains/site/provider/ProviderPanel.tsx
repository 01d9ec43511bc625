// The providers of one kind: the active one, the stored ones, and the settings of the chosen one.
import { messageText } from '../../../kernel/messages.ts'
import { propKinds, type PropType } from '@shuyuan/contract/site/provider/prop-kinds.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { Alert, Button, Radio } from 'antd'
import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import type { Values } from '../../../kernel/form/form-values.ts'
import { type PlainText, t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { useCall, useFormStart } from '../../../kernel/call/query.ts'
import { SettingsPage } from '../../../kernel/form/LongForm.tsx'
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
  notes?: Record<string, PlainText> | ((provider: string) => Record<string, PlainText>)
  /** fields that are irrelevant for the current values of others */
  hidden?: (data: Values) => readonly string[]
  /** replacements for the controls of the schema, by provider and field name */
  controls?: (provider: string) => Record<string, ReactElement>
  /** notes to read before setting up a provider */
  intro?: (provider: string) => ReactNode
  /** buttons beside 保存 that do something with the settings in the form of a provider */
  trial?: (provider: string) => ReactNode
  /** buttons beside 保存 while a provider is in use, e.g. to test it */
  tools?: ReactNode
}

/** Choice of a provider with its form below; a mark shows the active one. */
export function ProviderPanel(props: ProviderPanelProps) {
  const { type, without = '尚未启用服务商' } = props
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
    <SettingsPage>
      {data.activeProvider === '' && <Alert type="info" showIcon title={t(without)} />}
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
        <Settings
          key={`${provider} ${round}`}
          {...props}
          // the provider in use is tested
          tools={data.activeProvider === '' ? undefined : props.tools}
          provider={provider}
          onSaved={saved}
          dirtyRef={dirty}
        />
      )}
    </SettingsPage>
  )
}

type ProviderChoiceProps = {
  type: PropType
  value: string | undefined
  active: string
  stored: readonly string[]
  onChange: (provider: string) => void
}

/** The providers as cards, each with its state. */
function ProviderChoice({ type, value, active, stored, onChange }: ProviderChoiceProps) {
  return (
    <Radio.Group
      aria-label={t('服务商')}
      className={styles.providers}
      value={value}
      onChange={(event) => onChange(event.target.value as string)}
    >
      {Object.keys(propKinds[type].providers).map((one) => (
        <Radio key={one} value={one} className={styles.provider}>
          <b>{providerTitle(type, one)}</b>
          <Tag tone={one === active ? 'good' : 'plain'}>{t(one === active ? '使用中' : stored.includes(one) ? '已配置' : '未配置')}</Tag>
        </Radio>
      ))}
    </Radio.Group>
  )
}

function NothingChosen({ missing }: { missing: string }) {
  const [asked, setAsked] = useState(false)
  return (
    <div className={styles.nothingChosen}>
      {asked && <Alert type="error" showIcon role="alert" title={tLabel(missing)} />}
      <Button type="primary" onClick={() => setAsked(true)}>
        {t('保存')}
      </Button>
    </div>
  )
}

type SettingsProps = ProviderPanelProps & { provider: string; onSaved: () => void; dirtyRef: { current: () => boolean } }

function Settings({ type, provider, intro, saved, warning, notes, hidden, controls, trial, tools, onSaved, dirtyRef }: SettingsProps) {
  const { data, error, refetch } = useFormStart(configProp.detail, { type, provider })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return (
    <ProviderForm
      type={type}
      stored={data}
      saved={saved}
      warning={warning}
      notes={typeof notes === 'function' ? notes(provider) : notes}
      hidden={hidden}
      controls={controls?.(provider)}
      intro={intro?.(provider)}
      tools={
        <>
          {trial?.(provider)}
          {tools}
        </>
      }
      onSaved={onSaved}
      dirtyRef={dirtyRef}
    />
  )
}

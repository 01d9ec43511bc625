// The settings of one provider: 保存 stores them, 启用 activates the provider.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { MASK } from '@shuyuan/contract/site/provider/prop-field.ts'
import { propKinds, providerOf, type PropType, secretsOf } from '@shuyuan/contract/site/provider/prop-kinds.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { Button, Form } from 'antd'
import { type ReactElement, type ReactNode, useMemo, useRef } from 'react'
import * as z from '@shuyuan/contract/kernel/z.ts'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { startValues, type Values } from '../../../kernel/form/form-values.ts'
import { type PlainText, t, tLabel } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { useCommand } from '../../../kernel/call/query.ts'
import { Section } from '../../../kernel/form/LongForm.tsx'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import { ProviderFields } from './ProviderFields.tsx'
import styles from './provider.module.css'

const Field = fieldOf(configProp.save)

export type ProviderFormProps = {
  type: PropType
  stored: Data<typeof configProp.detail>
  /** message after saving; 配置保存成功！ by default */
  saved?: PlainText | undefined
  /** confirmation before another provider is activated */
  warning?: PlainText | undefined
  notes?: Record<string, PlainText> | undefined
  /** fields that are irrelevant for the current values of others */
  hidden?: ((data: Values) => readonly string[]) | undefined
  /** replacements for the controls of the schema, by field name */
  controls?: Record<string, ReactElement> | undefined
  /** content above the fields */
  intro?: ReactNode
  /** buttons beside 保存 */
  tools?: ReactNode
  onSaved: () => void
  dirtyRef: { current: () => boolean }
}

export const usualWarning = '切换后立即生效。原服务商的配置会保留，但已有的数据不会迁移到新的服务商。确定要切换吗？'

export function ProviderForm(props: ProviderFormProps) {
  const {
    type,
    stored,
    saved = '配置保存成功！',
    warning = usualWarning,
    notes = {},
    hidden,
    controls = {},
    intro,
    tools,
    onSaved,
    dirtyRef,
  } = props
  const { provider } = stored
  const schema = providerOf(type, provider)!.data
  const endpoint = useMemo(() => ({ ...configProp.save, input: formOf(schema) }), [schema])
  const storedSecrets = secretsOf(schema).filter((name) => stored.data[name] === MASK)
  const way = useRef<'save' | 'change'>('save')
  const save = useCommand(configProp.save, { quiet: true })
  const change = useCommand(configProp.change, { quiet: true })

  const prepare = (values: Values): Values => {
    const data = { ...(values.data as Values) }
    // an emptied secret keeps its stored value
    for (const name of storedSecrets) if (!data[name]) data[name] = MASK
    return { ...values, data }
  }
  const send = async (body: object) => {
    const run = way.current === 'change' ? change : save
    const done = way.current === 'change' ? '服务商切换成功！' : saved
    way.current = 'save'
    const answer = await run.mutateAsync({ ...body, type, provider })
    notify.success(t(done))
    return answer
  }
  return (
    <div className={styles.providerForm} onClickCapture={() => (way.current = 'save')}>
      <SchemaForm
        of={endpoint}
        initial={{ data: startValues(schema, stored.data), remark: stored.remark }}
        prepare={prepare}
        onSubmit={send}
        onDone={onSaved}
        dirtyRef={dirtyRef}
        buttons={
          <>
            {tools}
            {!stored.active && (
              <ChangeButton asks={stored.activeProvider !== ''} warning={warning} onSure={() => (way.current = 'change')} />
            )}
          </>
        }
      >
        <Section title={providerTitle(type, provider)} shape="whole">
          {intro}
          {hidden ? (
            <Form.Item noStyle shouldUpdate>
              {({ getFieldValue }) => (
                <ProviderFields
                  schema={schema}
                  under="data"
                  storedSecrets={storedSecrets}
                  notes={notes}
                  controls={controls}
                  hidden={hidden((getFieldValue('data') ?? {}) as Values)}
                />
              )}
            </Form.Item>
          ) : (
            <ProviderFields schema={schema} under="data" storedSecrets={storedSecrets} notes={notes} controls={controls} />
          )}
          <Field name="remark" />
        </Section>
      </SchemaForm>
    </div>
  )
}

const formOf = (data: z.ZodObject) => z.object({ data, remark: configProp.save.input.shape.remark })

type ChangeButtonProps = { asks: boolean; warning: PlainText; onSure: () => void }

function ChangeButton({ asks, warning, onSure }: ChangeButtonProps) {
  const form = Form.useFormInstance()
  const confirm = useConfirm()
  const start = async () => {
    if (asks && !(await confirm({ content: t(warning) }))) return
    onSure()
    form.submit()
  }
  return <Button onClick={() => void start()}>{t('保存并启用')}</Button>
}

/** The display name of a provider. */
export const providerTitle = (type: PropType, provider: string) => tLabel(propKinds[type].providers[provider]?.title ?? provider)

// One payment method: whether it is enabled, and its merchant account.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { payKinds } from '@shuyuan/contract/site/provider/prop-pay.ts'
import { MASK } from '@shuyuan/contract/site/provider/prop-field.ts'
import { secretsOf } from '@shuyuan/contract/site/provider/prop-kinds.ts'
import { Button, Card, Flex, Modal, Switch } from 'antd'
import { useMemo, useRef, useState } from 'react'
import * as z from '@shuyuan/contract/kernel/z.ts'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import { fieldIn } from '../../../shared/form/field-of.ts'
import { startValues, type Values } from '../../../kernel/form/form-values.ts'
import { type PlainText, t, tLabel } from '../../../kernel/i18n.ts'
import { useCommand } from '../../../kernel/call/query.ts'
import { fieldInfo, shapeOf } from '../../../kernel/form/schema.ts'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import { Tag } from '../../../kernel/piece/Tag.tsx'

// the names of an account's fields come from its schema
const Field = fieldIn<{ enabled: boolean; data: Record<string, unknown> }>()

type Merchant = Data<typeof payConfig.save>

const hints: Record<Merchant['name'], PlainText> = {
  wechat: '学员用微信扫码付款（API v3）',
  alipay: '学员跳转到支付宝付款',
  paypal: '学员跳转到 PayPal 付款',
  points: '学员用积分兑换，不需要商户',
}

export function MerchantCard({ merchant }: { merchant: Merchant }) {
  const { name, enabled, stored } = merchant
  const { title } = payKinds[name]
  const [editing, setEditing] = useState(false)
  const toggle = useCommand(payConfig.save, { refresh: [payConfig.detail, payConfig.list] })
  const hasAccount = name !== 'points'
  const turn = (on: boolean) => {
    if (on && hasAccount && !stored) setEditing(true)
    else toggle.mutate({ name, enabled: on })
  }
  return (
    <Card size="small">
      <Flex justify="space-between" align="center" gap="middle" wrap>
        <Flex vertical gap={4}>
          <Flex gap="small" align="center">
            <strong>{tLabel(title)}</strong>
            <Tag tone={enabled ? 'good' : 'plain'}>{t(enabled ? '使用中' : stored ? '已配置' : hasAccount ? '未配置' : '未启用')}</Tag>
          </Flex>
          <span style={{ color: 'var(--text-2)' }}>{t(hints[name])}</span>
        </Flex>
        <Flex gap="middle" align="center">
          {hasAccount && <Button onClick={() => setEditing(true)}>{t('商户设置')}</Button>}
          <Switch checked={enabled} loading={toggle.isPending} aria-label={t('启用{{title}}', { title: tLabel(title) })} onChange={turn} />
        </Flex>
      </Flex>
      {editing && <MerchantDialog merchant={merchant} onClose={() => setEditing(false)} />}
    </Card>
  )
}

const notes: Record<string, PlainText> = {
  platformSerial: '以 PUB_KEY_ID_ 开头；使用平台证书时填写证书序列号',
  platformKey: '粘贴微信支付公钥或平台证书的 PEM 内容',
  platformSerial2: '更换证书或改用公钥期间填写第二个，平时留空',
  sellerId: '商家 PID，留空则不核对',
  currency: 'PayPal 收款使用的币种，例如 USD',
  rate: '1 单位该币种等于多少人民币；下单时按此换算并记录',
  baseUrl: '留空使用服务商的官方地址',
  gateway: '留空使用 https://openapi.alipay.com/gateway.do',
}

function MerchantDialog({ merchant, onClose }: { merchant: Merchant; onClose: () => void }) {
  const { name } = merchant
  const { title, data: schema } = payKinds[name]
  const endpoint = useMemo(
    () => ({ ...payConfig.save, input: z.object({ enabled: payConfig.save.input.shape.enabled, data: schema }) }),
    [schema],
  )
  const storedSecrets = secretsOf(schema).filter((field) => merchant.data[field] === MASK)
  const save = useCommand(payConfig.save, { quiet: true, done: t('支付配置保存成功！'), refresh: [payConfig.detail, payConfig.list] })
  const dirty = useRef(() => false)
  const confirm = useConfirm()
  const close = async () => {
    if (!dirty.current() || (await confirm({ content: t('内容还没有保存，确定要关闭吗？') }))) onClose()
  }
  const prepare = (values: Values): Values => {
    const data = { ...(values.data as Values) }
    // an emptied secret keeps its stored value
    for (const field of storedSecrets) if (!data[field]) data[field] = MASK
    return { ...values, data }
  }
  const noteOf = (field: string) =>
    [notes[field] && t(notes[field]), storedSecrets.includes(field) && t('已保存，不修改则保持不变')].filter(Boolean).join(' ')
  return (
    <Modal open title={tLabel(title)} width={640} footer={null} mask={{ closable: false }} onCancel={() => void close()}>
      <SchemaForm
        of={endpoint}
        dialog
        initial={{ enabled: merchant.stored ? merchant.enabled : true, data: startValues(schema, merchant.data) }}
        prepare={prepare}
        onSubmit={(body) => save.mutateAsync({ ...body, name })}
        onDone={onClose}
        onCancel={() => void close()}
        dirtyRef={dirty}
        submitText="保存"
      >
        {Object.entries(shapeOf(schema)).map(([field, one]) => (
          <Field
            key={field}
            name={`data.${field}`}
            required={fieldInfo(one).required}
            {...(noteOf(field) ? { extra: noteOf(field) } : {})}
          />
        ))}
        <Field name="enabled" />
      </SchemaForm>
    </Modal>
  )
}

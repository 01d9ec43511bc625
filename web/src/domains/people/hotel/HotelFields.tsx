// The hotel block of a profile: the code is looked up and fills in the derived fields (learner.md §5).
import { user } from '@shuyuan/contract/account/user.ts'
import type { HotelUserBlock } from '@shuyuan/contract/people/user/user-admin.ts'
import type { HotelInfo } from '@shuyuan/contract/people/user/user-profile.ts'
import { Cascader, Form, Input, Spin } from 'antd'
import { useRef, useState } from 'react'
import type * as z from '@shuyuan/contract/kernel/z.ts'
import { call, CallFailure } from '../../../kernel/call/api.ts'
import { useDictTree } from '../../../shared/dict/dict.ts'
import { fieldIn } from '../../../shared/form/field-of.ts'
import { useSetFormValue } from '../../../kernel/form/form-context.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'

const Field = fieldIn<z.input<typeof HotelUserBlock>>()

const fromLookup = { signageName: 'zwmc', businessLicense: 'yyzzmc', legalPerson: 'fr' } as const
const derived = Object.keys(fromLookup) as (keyof typeof fromLookup)[]

type CodeInputProps = { id?: string; value?: string; onChange?: (value: string) => void }

/** Looks up the code on blur and on Enter; an unusable code clears the three derived fields. */
function HotelCodeInput({ id, value = '', onChange }: CodeInputProps) {
  const form = Form.useFormInstance()
  const setValue = useSetFormValue()
  const [asking, setAsking] = useState(false)
  const asked = useRef(value)

  const refuse = (message: string) => {
    for (const name of derived) setValue(name, '')
    form.setFields([{ name: ['hotelCode'], errors: [message] }])
    notify.error(message)
  }
  const fill = (found: HotelInfo) => {
    if (!found.zwmc || !found.yyzzmc || !found.fr) return refuse(t('未查到营业执照/招牌名称/法人，请输入正确的酒店编码!'))
    for (const name of derived) setValue(name, found[fromLookup[name]])
    return undefined
  }
  const lookUp = async () => {
    const hotelCode = value.trim()
    if (hotelCode === asked.current) return
    asked.current = hotelCode
    if (hotelCode === '') {
      setAsking(false)
      for (const name of derived) setValue(name, '')
      return
    }
    setAsking(true)
    try {
      const found = await call(user.queryHotelInfo, { hotelCode }, { quiet: true })
      // the code was changed during the request
      if (asked.current === hotelCode) fill(found)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      if (asked.current === hotelCode) refuse(error.message || t('酒店编码不正确!'))
    } finally {
      if (asked.current === hotelCode) setAsking(false)
    }
  }
  return (
    <Input
      id={id}
      value={value}
      autoComplete="off"
      placeholder={t('请填写酒店编码')}
      suffix={<Spin size="small" spinning={asking} />}
      onChange={(event) => onChange?.(event.target.value)}
      onBlur={() => void lookUp()}
      onPressEnter={(event) => {
        if (value.trim() !== asked.current) event.preventDefault()
        void lookUp()
      }}
    />
  )
}

type StationProps = { id?: string; value?: string[]; onChange?: (value: string[]) => void }
type Node = { value: string; title: string; children: Node[] }
type Option = { value: string; label: string; children?: Option[] }
const toOptions = (nodes: readonly Node[]): Option[] =>
  nodes.map(({ value, title, children }) => ({
    value,
    label: tLabel(title),
    ...(children.length > 0 ? { children: toOptions(children) } : {}),
  }))

/** A path in the dictionary police_catalog, top down; the last node is the station, the one before it the branch. */
export function StationCascader({ id, value, onChange }: StationProps) {
  const { data = [], isPending } = useDictTree('police_catalog')
  return (
    <Cascader
      id={id}
      value={value ?? []}
      options={toOptions(data)}
      loading={isPending}
      showSearch
      placeholder={t('请选择所属分局/派出所')}
      onChange={(path?: string[]) => onChange?.(path ?? [])}
      style={{ width: '100%' }}
    />
  )
}

/** Must be used inside a SchemaForm whose endpoint has the block. */
export function HotelFields() {
  return (
    <>
      <Field name="hotelCode" extra={t('填写后自动查询门牌标识、营业执照和法定代表人')}>
        <HotelCodeInput />
      </Field>
      {derived.map((name) => (
        <Field key={name} name={name}>
          <Input readOnly variant="filled" placeholder={t('由酒店编码查询得到')} />
        </Field>
      ))}
      <Field name="businessAddress" />
      <Field name="policeStation2" required>
        <StationCascader />
      </Field>
    </>
  )
}

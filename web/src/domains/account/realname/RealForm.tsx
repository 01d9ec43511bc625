// The real-name request: the identity number fills in derived fields, and the photo is previewed before it is sent.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { isIdCard } from '@shuyuan/contract/kernel/rule.ts'
import { real } from '@shuyuan/contract/account/realname/real.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { Input } from 'antd'
import { useRef } from 'react'
import { call, CallFailure } from '../../../kernel/call/api.ts'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { useSetFormValue } from '../../../kernel/form/form-context.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import styles from '../own/profile.module.css'
import { FacePhoto } from './FacePhoto.tsx'

const Field = fieldOf(real.submit)

type Own = Data<typeof real.queryUserInfo>
type InputProps = { id?: string; value?: string | number | null; onChange?: (value: string) => void; disabled?: boolean }

/** Converts to upper case on blur. A valid number fills in sex, age, birthday and place; an invalid one clears them. */
function IdCardInput({ id, value, onChange, disabled }: InputProps) {
  const setValue = useSetFormValue()
  const asked = useRef(value)
  const fill = (facts: Partial<Data<(typeof real)['parse-id']>>) => {
    setValue('sex', facts.sex ?? '')
    setValue('age', facts.age)
    setValue('birthday', facts.birthday ?? '')
    setValue('domicileAddress', facts.area ?? '')
  }
  const left = async () => {
    const idCard = String(value ?? '')
      .trim()
      .toUpperCase()
    if (idCard !== value) onChange?.(idCard)
    if (idCard === asked.current) return
    asked.current = idCard
    if (!isIdCard(idCard)) return fill({})
    try {
      const facts = await call(real['parse-id'], { idCard })
      if (asked.current === idCard) fill(facts)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      if (asked.current === idCard) fill({})
    }
  }
  return (
    <Input
      id={id}
      value={String(value ?? '')}
      maxLength={18}
      autoComplete="off"
      disabled={disabled}
      placeholder={t('请填写身份证号')}
      onChange={(event) => onChange?.(event.target.value)}
      onBlur={() => void left()}
    />
  )
}

const FromNumber = ({ id, value }: InputProps) => (
  <Input
    id={id}
    value={typeof value === 'string' ? tLabel(value) : (value ?? '')}
    readOnly
    variant="filled"
    placeholder={t('由身份证号得到')}
  />
)

type RealFormProps = { own: Own; onDone: () => void; onCancel?: () => void }

export function RealForm({ own, onDone, onCancel }: RealFormProps) {
  const confirm = useConfirm()
  const { realPerson } = own
  const fixed = realPerson ? { extra: t('已通过实名认证，不能修改') } : {}
  return (
    <SchemaForm
      of={real.submit}
      initial={{ ...own, age: own.age ?? undefined }}
      ask={() => confirm({ content: t('为了提高通过率，请确认姓名、身份证号、人脸照片相匹配，确定提交吗?') })}
      done={t('提交成功！')}
      refresh={[real.queryUserInfo, user.currentUser]}
      onDone={onDone}
      submitText="提交认证"
      {...(onCancel ? { onCancel } : {})}
    >
      <div className={styles.profileFields}>
        <Field name="realName" disabled={realPerson} {...fixed} />
        <Field name="idCard" {...fixed}>
          <IdCardInput disabled={realPerson} />
        </Field>
        <Field name="sex">
          <FromNumber />
        </Field>
        <Field name="age">
          <FromNumber />
        </Field>
        <Field name="birthday">
          <FromNumber />
        </Field>
        <Field name="domicileAddress">
          <FromNumber />
        </Field>
        <Field name="contactWay" />
        <Field name="face" extra={t('蓝底一寸照片，295×413 像素，约 100 KB，jpg、jpeg、png 格式')}>
          <FacePhoto />
        </Field>
      </div>
    </SchemaForm>
  )
}

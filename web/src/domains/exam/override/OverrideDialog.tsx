// Dialog to add or edit one override.
import { UserAddOutlined } from '@ant-design/icons'
import { override, overrideTarget } from '@shuyuan/contract/exam/override/override.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { group } from '@shuyuan/contract/people/user/group.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Alert, Button, Flex, Input, Segmented, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { useSetFormValue } from '../../../kernel/form/form-context.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { can } from '../../../kernel/access/permission.ts'
import { UserPicker } from '../../../shared/people/UserPicker.tsx'
import styles from './override.module.css'

const Field = fieldOf(override.save)

type Row = RowOf<typeof override.list>
type Target = keyof typeof overrideTarget
/** `row` undefined: a new override */
type OverrideDialogProps = { examId: string; edited: { row?: Row } | undefined; onClose: () => void }

export function OverrideDialog({ examId, edited, onClose }: OverrideDialogProps) {
  const row = edited?.row
  return (
    <FormDialog
      of={override.save}
      open={edited !== undefined}
      title={row ? t('修改安排：{{name}}', { name: row.name }) : t('新增安排')}
      width={640}
      initial={{ examId, ...row }}
      done={t('操作成功！')}
      refresh={[override.list]}
      onClose={onClose}
    >
      <Alert
        type="info"
        showIcon
        title={t('留空的项目按考试设置。个人安排优先于分组；属于多个分组时取最宽松的。考试中的考生立即生效。')}
        style={{ marginBlockEnd: 16 }}
      />
      {!row && <TargetFields />}
      <div className={styles.overrideGrid}>
        <Field name="minutes" required={false} placeholder={t('按考试设置')} />
        <Field name="percent" required={false} placeholder={t('按考试设置')} extra={t('按考试时长的百分比，与加时二选一')} />
        <Field name="startTime" required={false} placeholder={t('按考试设置')} />
        <Field name="endTime" required={false} placeholder={t('按考试设置')} />
        <Field name="tries" required={false} placeholder={t('按考试设置')} extra={t('0 表示不限次数')} />
        <Field name="noFace" extra={t('进入考试和考试期间都不拍照')} />
        <Field name="noFullScreen" extra={t('已打开的页面刷新后生效')} />
      </div>
      <Field name="reason">
        <Input.TextArea rows={2} maxLength={200} showCount />
      </Field>
    </FormDialog>
  )
}

/** Target of the override: a user or a group. Groups are offered only to callers with the right to list them. */
function TargetFields() {
  const [target, setTarget] = useState<Target>('user')
  const set = useSetFormValue()
  const change = (next: Target) => {
    setTarget(next)
    set('userId', null)
    set('groupId', null)
  }
  return (
    <>
      {can(['sys:group:list']) && (
        <Segmented<Target>
          aria-label={t('对象类型')}
          value={target}
          onChange={change}
          options={Object.entries(overrideTarget).map(([value, label]) => ({ value: value as Target, label: tLabel(label) }))}
          style={{ marginBlockEnd: 16 }}
        />
      )}
      {target === 'user' ? (
        <Field name="userId" label="考生" required>
          <Person />
        </Field>
      ) : (
        <Field name="groupId" label="分组" required>
          <GroupPick />
        </Field>
      )}
    </>
  )
}

type PickProps = { id?: string; onChange?: (id: string) => void; value?: string | null }

function Person({ id, onChange }: PickProps) {
  const [picking, setPicking] = useState(false)
  const [name, setName] = useState('')
  return (
    <Flex gap="small" align="center">
      <Button id={id} aria-label={t('选择考生')} icon={<UserAddOutlined />} onClick={() => setPicking(true)}>
        {t('选择考生')}
      </Button>
      <span aria-live="polite">{name}</span>
      <UserPicker
        open={picking}
        single
        title={t('选择考生')}
        onPick={([one]) => {
          if (!one) return
          setName(`${one.realName}（${one.userName}）`)
          onChange?.(one.id)
        }}
        onClose={() => setPicking(false)}
      />
    </Flex>
  )
}

function GroupPick({ id, onChange, value }: PickProps) {
  const [word, setWord] = useState('')
  const title = useDeferredValue(word.trim())
  const { data, isFetching } = useCall(
    group.paging,
    { current: 1, size: 100, params: title === '' ? {} : { title } },
    { placeholderData: keepPreviousData as never },
  )
  return (
    <Select<string>
      {...(id ? { id } : {})}
      aria-label={t('分组')}
      showSearch={{ filterOption: false, onSearch: setWord }}
      loading={isFetching}
      value={value ?? null}
      placeholder={t('请选择分组')}
      options={(data?.records ?? []).map((one) => ({
        value: one.id,
        label: t('{{name}}（{{n}}人）', { name: one.groupName, n: one.userCount }),
      }))}
      onChange={(next) => onChange?.(next)}
      style={{ width: '100%' }}
    />
  )
}

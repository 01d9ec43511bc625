// Selection of a department on the registration page: the whole tree in a native select.
import type { RegDepart } from '@shuyuan/contract/account/sign-in/user-sign-in.ts'
import { visitor } from '@shuyuan/contract/account/sign-in/user-sign-in.ts'
import { useId } from 'react'
import { t } from '../../kernel/i18n.ts'
import { useCall } from '../../kernel/call/query.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import fieldStyles from '../../kernel/plain/field.module.css'

type Props = { value: string; problem: string | undefined; onChange: (value: string) => void }
type Line = { deptCode: string; text: string }

const linesOf = (departs: readonly RegDepart[], depth = 0): Line[] =>
  departs.flatMap(({ deptCode, deptName, children }) => [
    { deptCode, text: `${'\u3000'.repeat(depth)}${deptName}` },
    ...linesOf(children, depth + 1),
  ])

export function DepartField({ value, problem, onChange }: Props) {
  const id = useId()
  const departs = useCall(visitor['reg-departs'], {}, { quiet: true, staleTime: 60_000 })
  const message = problem ?? (departs.error ? departs.error.message : undefined)
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>{t('部门')}</label>
      <div className={fieldStyles.fieldRow}>
        <select
          id={id}
          name="deptCode"
          className={fieldStyles.input}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={message !== undefined}
          aria-describedby={message === undefined ? undefined : `${id}-problem`}
        >
          <option value="">{departs.isPending ? t('加载中') : t('请选择部门')}</option>
          {linesOf(departs.data ?? []).map(({ deptCode, text }) => (
            <option key={deptCode} value={deptCode}>
              {text}
            </option>
          ))}
        </select>
        {departs.error && (
          <button type="button" className={buttonStyles.btn} onClick={() => void departs.refetch()}>
            {t('重试')}
          </button>
        )}
      </div>
      {message !== undefined && (
        <p className={fieldStyles.fieldProblem} id={`${id}-problem`} role="alert">
          {message}
        </p>
      )}
    </div>
  )
}

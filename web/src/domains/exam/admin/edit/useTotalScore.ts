import { tmpl } from '@shuyuan/contract/tmpl/tmpl.ts'
import { can } from '../../../../kernel/access/permission.ts'
import { useCall } from '../../../../kernel/call/query.ts'
import { useFormValue } from '../../../../kernel/form/form-context.ts'

/** The total of the template that the form names; undefined while none is chosen. */
export function useTotalScore(): number | undefined {
  const tmplId = useFormValue<string>('tmplId')
  const { data } = useCall(tmpl.detail, { id: tmplId ?? '' }, { enabled: !!tmplId && can(['tmpl:list']), quiet: true })
  return data?.id === tmplId ? data?.totalScore : undefined
}

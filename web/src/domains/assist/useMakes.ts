// Whether the caller may make questions here.
import { assist } from '@shuyuan/contract/assist/assist.ts'
import { can } from '../../kernel/access/permission.ts'
import { useCall } from '../../kernel/call/query.ts'

/** False while it is not known. */
export function useMakes(): boolean {
  const mayAsk = can(['assist:questions'])
  const { data } = useCall(assist.state, {}, { enabled: mayAsk, quiet: true })
  return mayAsk && data?.questions === true
}

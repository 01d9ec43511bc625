// Whether the caller can make questions here.
import { assist } from '@shuyuan/contract/assist/state.ts'
import type { ReactNode } from 'react'
import { can } from '../../kernel/access/permission.ts'
import { useCall } from '../../kernel/call/query.ts'

/** `children` get false while it is not known. */
export function WithMakes({ children }: { children: (makes: boolean) => ReactNode }) {
  const mayAsk = can(['assist:questions'])
  const { data } = useCall(assist.state, {}, { enabled: mayAsk, quiet: true })
  return children(mayAsk && data?.questions === true)
}

// Whether the caller leads second opinions here.
import { assist } from '@shuyuan/contract/assist/state.ts'
import type { ReactNode } from 'react'
import { can } from '../../../kernel/access/permission.ts'
import { useCall } from '../../../kernel/call/query.ts'

/** `children` get false while it is not known. */
export function WithOpinions({ children }: { children: (has: boolean) => ReactNode }) {
  const mayLead = can(['assist:mark'])
  const { data } = useCall(assist.state, {}, { enabled: mayLead, quiet: true })
  return children(mayLead && data?.mark === true)
}

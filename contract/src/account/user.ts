// All endpoints of /api/sys/user: signing in, the caller's own account, administration of users.
import { endpoints } from '../kernel/endpoint.ts'
import { accountCalls } from './account/user-account.ts'
import { adminCalls } from './people/user-admin.ts'
import { meCalls } from './account/user-me.ts'
import { signInCalls } from './account/user-sign-in.ts'
import { totpCalls } from './account/user-totp.ts'

export const user = endpoints('sys/user', { ...meCalls, ...signInCalls, ...accountCalls, ...totpCalls, ...adminCalls })

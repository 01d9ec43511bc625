// All endpoints of /api/sys/user: signing in, the caller's own account, administration of users.
import { endpoints } from '../kernel/endpoint.ts'
import { accountCalls } from './own/user-account.ts'
import { adminCalls } from '../people/user/user-admin.ts'
import { meCalls } from './own/user-me.ts'
import { signInCalls } from './sign-in/user-sign-in.ts'
import { totpCalls } from './code/user-totp.ts'

export const user = endpoints('sys/user', { ...meCalls, ...signInCalls, ...accountCalls, ...totpCalls, ...adminCalls })

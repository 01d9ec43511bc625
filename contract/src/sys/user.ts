// Every call of /api/sys/user: signing in, one's own account, and people as administrators keep them.
import { endpoints } from '../kernel/endpoint.ts'
import { accountCalls } from './user-account.ts'
import { adminCalls } from './user-admin.ts'
import { meCalls } from './user-me.ts'
import { signInCalls } from './user-sign-in.ts'

export const user = endpoints('sys/user', { ...meCalls, ...signInCalls, ...accountCalls, ...adminCalls })

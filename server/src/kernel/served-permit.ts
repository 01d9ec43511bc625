// The permits of the endpoints that this server serves, by path, for rows that belong to a list.
import type { Permit } from '@shuyuan/contract/kernel/endpoint.ts'
import { appPart } from './part.ts'

export const servedPermits = appPart(() => new Map<string, Permit>())

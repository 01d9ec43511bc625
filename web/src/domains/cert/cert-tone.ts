import type { CertStatus } from '@shuyuan/contract/cert/grant.ts'

export const certTone = { valid: 'good', expired: 'warn', revoked: 'bad' } as const satisfies Record<CertStatus, string>

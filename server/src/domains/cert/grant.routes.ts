// /api/cert/grant and /api/cert/verify
import { certVerify, grant } from '@shuyuan/contract/cert/grant.ts'
import { serve } from '../../kernel/endpoint.ts'
import { findGrant, listOwnGrants, pageGrants, pageOwnGrants, zipGrants } from './grant-list.service.ts'
import { grantBatch } from './grant.service.ts'
import { renewGrants, revokeGrants } from './revoke.service.ts'
import { verifyGrant } from './verify.service.ts'

export default [
  ...serve(grant, {
    'grant-batch': grantBatch,
    'my-paging': pageOwnGrants,
    'my-list': listOwnGrants,
    detail: findGrant,
    paging: pageGrants,
    revoke: revokeGrants,
    renew: renewGrants,
    zip: zipGrants,
  }),
  ...serve(certVerify, { verify: verifyGrant }),
]

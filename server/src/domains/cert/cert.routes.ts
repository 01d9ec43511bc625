// /api/cert/cert; /api/cert/grant and /api/cert/verify
import { cert } from '@shuyuan/contract/cert/cert.ts'
import { serve } from '../../kernel/endpoint.ts'
import { deleteCerts, findCert, pageCerts, saveCert } from './cert.service.ts'
import { previewCert } from './pdf.service.ts'
import { certVerify, grant } from '@shuyuan/contract/cert/grant.ts'
import { findGrant, listOwnGrants, pageGrants, pageOwnGrants, zipGrants } from './grant-list.service.ts'
import { grantBatch } from './grant.service.ts'
import { renewGrants, revokeGrants } from './revoke.service.ts'
import { verifyGrant } from './verify.service.ts'

export default [
  ...serve(cert, { paging: pageCerts, detail: findCert, save: saveCert, delete: deleteCerts, preview: previewCert }),
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

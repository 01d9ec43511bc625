// /api/cert/cert
import { cert } from '@shuyuan/contract/cert/cert.ts'
import { serve } from '../../kernel/endpoint.ts'
import { deleteCerts, findCert, pageCerts, saveCert } from './cert.service.ts'
import { previewCert } from './pdf.service.ts'

export default serve(cert, { paging: pageCerts, detail: findCert, save: saveCert, delete: deleteCerts, preview: previewCert })

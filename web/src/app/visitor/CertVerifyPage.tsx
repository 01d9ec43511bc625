// The public page of a certificate: /cert and /cert/{no}.
import { Verify } from '../../domains/cert/visitor/Verify.tsx'
import { tLabel } from '../../kernel/i18n.ts'
import { VisitorLayout } from './VisitorLayout.tsx'

export const CertVerifyPage = () => (
  <VisitorLayout title={tLabel('验证证书')}>
    <Verify />
  </VisitorLayout>
)

// /api/sys/face, /api/sys/cam, and the test of /api/sys/config/prop
import { sysCam } from '@shuyuan/contract/face/cam.ts'
import { faceTest, sysFace } from '@shuyuan/contract/face/face.ts'
import { serve } from '../../kernel/endpoint.ts'
import { camInfo, openCam, sendCam, takeCam } from './cam.service.ts'
import { faceRulesDetail, saveFaceRules } from './consent.service.ts'
import { faceCoverage, ownFace, pageFaces } from './face-list.service.ts'
import { deleteFaces, giveConsent, importFaces, renewFaces, saveFace } from './face-save.service.ts'
import { testFaces } from './face-test.service.ts'

export default [
  ...serve(sysFace, {
    paging: pageFaces,
    coverage: faceCoverage,
    save: saveFace,
    delete: deleteFaces,
    import: importFaces,
    renew: renewFaces,
    'rules-detail': faceRulesDetail,
    'rules-save': saveFaceRules,
    mine: ownFace,
    consent: giveConsent,
  }),
  ...serve(sysCam, { open: openCam, info: camInfo, send: sendCam, take: takeCam }),
  ...serve(faceTest, { 'face-test': testFaces }),
]

// All English texts and labels of the contract, for clients that want English; first pages do not load it.
import { english as errorsEn } from './kernel/error-english.ts'
import type { Catalogue } from './kernel/translate.ts'
import { activityTextsEn } from './activity/activity.texts.en.ts'
import { bookTextsEn } from './book/book.texts.en.ts'
import { certServerTextsEn } from './cert/cert.server.texts.en.ts'
import { certTextsEn } from './cert/cert.texts.en.ts'
import { commonServerTextsEn } from './common/common.server.texts.en.ts'
import { commonTextsEn } from './common/common.texts.en.ts'
import { courseServerTextsEn } from './course/course.server.texts.en.ts'
import { courseTextsEn } from './course/course.texts.en.ts'
import { examServerTextsEn } from './exam/exam.server.texts.en.ts'
import { examTextsEn } from './exam/exam.texts.en.ts'
import { integrateServerTextsEn } from './integrate/integrate.server.texts.en.ts'
import { kernelServerTextsEn } from './kernel/kernel.server.texts.en.ts'
import { kernelTextsEn } from './kernel/kernel.texts.en.ts'
import { liveTextsEn } from './live/live.texts.en.ts'
import { notifyServerTextsEn } from './notify/notify.server.texts.en.ts'
import { notifyTextsEn } from './notify/notify.texts.en.ts'
import { paperServerTextsEn } from './paper/paper.server.texts.en.ts'
import { paperTextsEn } from './paper/paper.texts.en.ts'
import { payServerTextsEn } from './pay/pay.server.texts.en.ts'
import { payTextsEn } from './pay/pay.texts.en.ts'
import { pointsServerTextsEn } from './points/points.server.texts.en.ts'
import { pointsTextsEn } from './points/points.texts.en.ts'
import { quServerTextsEn } from './qu/qu.server.texts.en.ts'
import { quTextsEn } from './qu/qu.texts.en.ts'
import { repoServerTextsEn } from './repo/repo.server.texts.en.ts'
import { tmplServerTextsEn } from './tmpl/tmpl.server.texts.en.ts'
import { pathServerTextsEn } from './path/path.server.texts.en.ts'
import { pathTextsEn } from './path/path.texts.en.ts'
import { pathLabelsEn } from './path/path.labels.en.ts'
import { assistTextsEn } from './assist/assist.texts.en.ts'
import { assistLabelsEn } from './assist/assist.labels.en.ts'
import { surveyTextsEn } from './survey/survey.texts.en.ts'
import { surveyLabelsEn } from './survey/survey.labels.en.ts'
import { tmplTextsEn } from './tmpl/tmpl.texts.en.ts'
import { trainServerTextsEn } from './train/train.server.texts.en.ts'
import { activityLabelsEn } from './activity/activity.labels.en.ts'
import { battleLabelsEn } from './battle/battle.labels.en.ts'
import { bookLabelsEn } from './book/book.labels.en.ts'
import { certLabelsEn } from './cert/cert.labels.en.ts'
import { commonLabelsEn } from './common/common.labels.en.ts'
import { courseLabelsEn } from './course/course.labels.en.ts'
import { examLabelsEn } from './exam/exam.labels.en.ts'
import { integrateLabelsEn } from './integrate/integrate.labels.en.ts'
import { fieldNameLabelsEn } from './kernel/field-names.labels.en.ts'
import { kernelLabelsEn } from './kernel/kernel.labels.en.ts'
import { liveLabelsEn } from './live/live.labels.en.ts'
import { notifyLabelsEn } from './notify/notify.labels.en.ts'
import { paperLabelsEn } from './paper/paper.labels.en.ts'
import { payLabelsEn } from './pay/pay.labels.en.ts'
import { pointsLabelsEn } from './points/points.labels.en.ts'
import { quLabelsEn } from './qu/qu.labels.en.ts'
import { repoLabelsEn } from './repo/repo.labels.en.ts'
import { statLabelsEn } from './stat/stat.labels.en.ts'
import { binLabelsEn } from './operation/bin.labels.en.ts'
import { dicLabelsEn } from './site/dic.labels.en.ts'
import { menuLabelsEn } from './people/menu.labels.en.ts'
import { tokenLabelsEn } from './account/token.labels.en.ts'
import { directoryLabelsEn } from './account/directory.labels.en.ts'
import { siteServerTextsEn } from './site/site.server.texts.en.ts'
import { siteTextsEn } from './site/site.texts.en.ts'
import { siteLabelsEn } from './site/site.labels.en.ts'
import { sessionLabelsEn } from './session/session.labels.en.ts'
import { messageServerTextsEn } from './message/message.server.texts.en.ts'
import { messageTextsEn } from './message/message.texts.en.ts'
import { messageLabelsEn } from './message/message.labels.en.ts'
import { peopleServerTextsEn } from './people/people.server.texts.en.ts'
import { peopleTextsEn } from './people/people.texts.en.ts'
import { peopleLabelsEn } from './people/people.labels.en.ts'
import { operationServerTextsEn } from './operation/operation.server.texts.en.ts'
import { listViewLabelsEn } from './operation/list-view.labels.en.ts'
import { operationLabelsEn } from './operation/operation.labels.en.ts'
import { faceServerTextsEn } from './face/face.server.texts.en.ts'
import { faceLabelsEn } from './face/face.labels.en.ts'
import { accountServerTextsEn } from './account/account.server.texts.en.ts'
import { accountTextsEn } from './account/account.texts.en.ts'
import { accountLabelsEn } from './account/account.labels.en.ts'
import { tmplLabelsEn } from './tmpl/tmpl.labels.en.ts'
import { trainLabelsEn } from './train/train.labels.en.ts'

export const english: Catalogue = {
  texts: {
    ...errorsEn,
    ...activityTextsEn,
    ...assistTextsEn,
    ...bookTextsEn,
    ...certServerTextsEn,
    ...certTextsEn,
    ...commonServerTextsEn,
    ...commonTextsEn,
    ...courseServerTextsEn,
    ...courseTextsEn,
    ...examServerTextsEn,
    ...examTextsEn,
    ...integrateServerTextsEn,
    ...kernelServerTextsEn,
    ...kernelTextsEn,
    ...liveTextsEn,
    ...notifyServerTextsEn,
    ...notifyTextsEn,
    ...paperServerTextsEn,
    ...paperTextsEn,
    ...payServerTextsEn,
    ...payTextsEn,
    ...pointsServerTextsEn,
    ...pointsTextsEn,
    ...quServerTextsEn,
    ...quTextsEn,
    ...repoServerTextsEn,
    ...siteServerTextsEn,
    ...siteTextsEn,
    ...messageServerTextsEn,
    ...messageTextsEn,
    ...peopleServerTextsEn,
    ...peopleTextsEn,
    ...operationServerTextsEn,
    ...faceServerTextsEn,
    ...accountServerTextsEn,
    ...accountTextsEn,
    ...surveyTextsEn,
    ...pathTextsEn,
    ...pathServerTextsEn,
    ...tmplServerTextsEn,
    ...tmplTextsEn,
    ...trainServerTextsEn,
  },
  labels: {
    ...activityLabelsEn,
    ...assistLabelsEn,
    ...battleLabelsEn,
    ...bookLabelsEn,
    ...certLabelsEn,
    ...commonLabelsEn,
    ...courseLabelsEn,
    ...examLabelsEn,
    ...integrateLabelsEn,
    ...fieldNameLabelsEn,
    ...kernelLabelsEn,
    ...liveLabelsEn,
    ...notifyLabelsEn,
    ...paperLabelsEn,
    ...payLabelsEn,
    ...pointsLabelsEn,
    ...quLabelsEn,
    ...repoLabelsEn,
    ...statLabelsEn,
    ...binLabelsEn,
    ...dicLabelsEn,
    ...menuLabelsEn,
    ...tokenLabelsEn,
    ...directoryLabelsEn,
    ...siteLabelsEn,
    ...sessionLabelsEn,
    ...messageLabelsEn,
    ...peopleLabelsEn,
    ...listViewLabelsEn,
    ...operationLabelsEn,
    ...faceLabelsEn,
    ...accountLabelsEn,
    ...surveyLabelsEn,
    ...pathLabelsEn,
    ...tmplLabelsEn,
    ...trainLabelsEn,
  },
}

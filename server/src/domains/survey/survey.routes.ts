// /api/survey/survey and /api/survey/answer
import { surveyAnswer } from '@shuyuan/contract/survey/answer.ts'
import { survey } from '@shuyuan/contract/survey/survey.ts'
import { serve } from '../../kernel/endpoint.ts'
import { findByLink, findOwnSurvey, pageOwnSurveys, saveByLink, saveOwnAnswer } from './answer.service.ts'
import { countSurveyReach, publishSurvey } from './publish.service.ts'
import { exportAnswers, findSurveyResult } from './result.service.ts'
import { deleteSurveys, findSurvey, pageSurveys, saveSurvey, setSurveyState } from './survey.service.ts'

export default [
  ...serve(survey, {
    paging: pageSurveys,
    detail: findSurvey,
    save: saveSurvey,
    delete: deleteSurveys,
    reach: countSurveyReach,
    publish: publishSurvey,
    state: setSurveyState,
    result: findSurveyResult,
    export: exportAnswers,
  }),
  ...serve(surveyAnswer, {
    detail: findOwnSurvey,
    save: saveOwnAnswer,
    mine: pageOwnSurveys,
    'public-detail': findByLink,
    'public-save': saveByLink,
  }),
]

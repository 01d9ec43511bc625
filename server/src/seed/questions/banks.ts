// The three demo banks with their chapters in order: 100 questions each.
import { cleaningDisinfection } from './cleaning-disinfection.ts'
import { dataClassification } from './data-classification.ts'
import { fireFacilities } from './fire-facilities.ts'
import { foodHygiene } from './food-hygiene.ts'
import { foodTraceability } from './food-traceability.ts'
import { foodWorkers } from './food-workers.ts'
import { hotWork } from './hot-work.ts'
import { hotelDuties } from './hotel-duties.ts'
import { hotelEmergency } from './hotel-emergency.ts'
import { hotelSecurity } from './hotel-security.ts'
import { incidentResponse } from './incident-response.ts'
import { infectionControl } from './infection-control.ts'
import type { SeedQuestion } from './notation.ts'
import { onlineFraud } from './online-fraud.ts'
import { passwordTerminal } from './password-terminal.ts'
import { personalInformation } from './personal-information.ts'

export type DemoBank = { title: string; remark: string; chapters: string[]; questions: SeedQuestion[] }

/** A bank of these parts. */
export const bank = (title: string, remark: string, parts: SeedQuestion[][]): DemoBank => {
  const questions = parts.flat()
  return { title, remark, chapters: [...new Set(questions.map((question) => question.chapter))], questions }
}

/** The banks of the demo data; `chapters` in the order in which they are shown, every question names one of them. */
export const demoBanks: DemoBank[] = [
  bank('酒店治安与消防安全', '面向酒店各岗位：住客登记、消防设施、突发事件、用电动火与岗位职责。', [
    hotelSecurity,
    fireFacilities,
    hotelEmergency,
    hotWork,
    hotelDuties,
  ]),
  bank('食品卫生与公共卫生', '面向餐饮与客房岗位：食品加工、传染病防控、清洗消毒、从业人员健康与留样追溯。', [
    foodHygiene,
    infectionControl,
    cleaningDisinfection,
    foodWorkers,
    foodTraceability,
  ]),
  bank('数据保护与信息安全', '面向全体员工：个人信息保护、数据分类分级、密码与终端、反诈与应急响应。', [
    personalInformation,
    dataClassification,
    passwordTerminal,
    onlineFraud,
    incidentResponse,
  ]),
]

// Names of the LTI standard, and the addresses that launches send to tools.
import { toolService } from '@shuyuan/contract/integrate/tool.ts'

/** The vocabulary of roles in a course. */
export const MEMBER = 'http://purl.imsglobal.org/vocab/lis/v2/membership#'

/** The column of a course file in a course, by which tools report scores. */
export const lineItemOf = (issuer: string, courseId: string, fileId: string): string =>
  new URL(`${toolService['lineitem/scores'].path.replace(/\/scores$/, '')}?id=${courseId}-${fileId}`, issuer).href

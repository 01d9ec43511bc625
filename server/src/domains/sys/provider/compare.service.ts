// Whether faces are compared.
import { comparesFaces } from '@shuyuan/contract/sys/provider/prop-face.ts'
import { appPart } from '../../../kernel/part.ts'

/** Whether this server compares faces; tests turn it on. */
export const comparesFacesOf = appPart(() => comparesFaces)

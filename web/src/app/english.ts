// The English words of the web and of every failure; loaded when somebody wants them.
import { english } from '@shuyuan/contract/kernel/error-english.ts'
import { type ErrorName, errors } from '@shuyuan/contract/kernel/error.ts'
import texts from './en.json'

const failures = Object.entries(errors).map(([name, [, chinese]]) => [chinese, english[name as ErrorName]])

export const catalogue: Record<string, string> = { ...Object.fromEntries(failures), ...texts }

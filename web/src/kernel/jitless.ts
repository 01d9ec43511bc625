// The content security policy forbids code made at run time. Zod asks when the first schema is made, so this module is imported before them.
import * as z from '@shuyuan/contract/kernel/z.ts'

z.config({ jitless: true })

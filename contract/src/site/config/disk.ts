// The room on the server's disks, for the warning in the back office.
import * as z from '../../kernel/z.ts'
import { endpoints, query } from '../../kernel/endpoint.ts'

/** low: a warning; full: uploads are refused; failing: writing failed. */
export const diskLevel = ['ok', 'low', 'full', 'failing'] as const
export const diskPlace = ['data', 'database', 'uploads', 'temporary'] as const

export const disk = endpoints('sys/disk', {
  detail: query({
    title: '磁盘空间',
    permit: 'sys:config:update',
    input: z.object({}),
    output: z.object({
      level: z.enum(diskLevel),
      /** one entry for each disk; whole megabytes */
      disks: z.array(z.object({ places: z.array(z.enum(diskPlace)), freeMb: z.int(), sizeMb: z.int(), level: z.enum(diskLevel) })),
    }),
  }),
})

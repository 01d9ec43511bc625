// Course files in browser tests.
import { courseFile, CourseFileState } from '@shuyuan/contract/course/file/file.ts'
import { type Client, expect } from './fixtures.ts'

/** Waits until the server has read these files: before that no course may contain them. */
export const whenReady = ({ call }: Pick<Client, 'call'>, ids: string[]) =>
  expect
    .poll(async () => (await call(courseFile['fetch-state'], { ids })).map((one) => one.state))
    .toEqual(ids.map(() => CourseFileState.ready))

// /api/path
import { pathLearn } from '@shuyuan/contract/path/learn.ts'
import { path } from '@shuyuan/contract/path/path.ts'
import { pathStat } from '@shuyuan/contract/path/stat.ts'
import { serve } from '../../kernel/endpoint.ts'
import { exportPath } from './export.service.ts'
import { findOwnPath, pageOwnPaths } from './learn.service.ts'
import { deletePaths, findPath, pagePaths, savePath, setPathState } from './path.service.ts'
import { countPathReach, publishPath } from './publish.service.ts'
import { remindPath } from './remind.service.ts'
import { pagePathUsers, pathMatrix, pathOverview } from './stat.service.ts'

export default [
  ...serve(path, {
    paging: pagePaths,
    detail: findPath,
    save: savePath,
    delete: deletePaths,
    reach: countPathReach,
    publish: publishPath,
    state: setPathState,
  }),
  ...serve(pathStat, {
    overview: pathOverview,
    'user-paging': pagePathUsers,
    matrix: pathMatrix,
    export: exportPath,
    remind: remindPath,
  }),
  ...serve(pathLearn, { 'my-paging': pageOwnPaths, detail: findOwnPath }),
]

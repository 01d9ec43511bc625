// What the contract declares to read, so that no list and no chart can be forgotten.
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { paging } from '@shuyuan/contract/kernel/field.ts'
import { served } from '../../server/src/domains.ts'

const pagingFields = Object.keys(paging({}).shape)
const isPaged = ({ input }: Endpoint) => 'shape' in input && pagingFields.every((name) => name in (input.shape as object))

export const declaredLists = (): Endpoint[] => served.map((one) => one.endpoint).filter((one) => isPaged(one))

/** Queries without pages that are measured: all but `small`. */
export const declaredCharts = (): Endpoint[] =>
  served.map((one) => one.endpoint).filter((one) => one.kind === 'query' && !isPaged(one) && !small.has(one.path))

/**
 * Queries that are not measured: they read one object with its parts, settings, or rows that an operator makes by hand. A query that counts, sums,
 * ranks, or reads what grows with people, papers or orders is a chart.
 */
export const small = new Set(
  `
  activity/activity/detail
  activity/activity/run
  assist/call/detail
  assist/config/detail
  assist/mark/estimate
  assist/questions/estimate
  assist/questions/run
  assist/state
  assist/text/detail
  battle/battle/detail
  cert/cert/detail
  cert/grant/detail
  cert/verify
  common/captcha/check
  common/cos/token
  common/oss/sts
  common/qiniu/token
  common/s3/sign
  course/course/admin/detail
  course/course/detail
  course/course/item-removed
  course/course/list-titles
  course/course/prepare-notify
  course/course/preview
  course/course/simple-detail
  course/face/state
  course/file/detail
  course/file/encoder
  course/file/fetch-info
  course/file/fetch-state
  course/file/learn/courses
  course/learn/courses
  course/note/list
  course/room/detail
  course/room/setting
  course/scorm/preview
  course/stop/skipped
  course/work/detail
  course/work/setting
  exam/archive/detail
  exam/exam-preset/list
  exam/exam/check-info
  exam/exam/detail
  exam/exam/list-titles
  exam/exam/prepare-notify
  exam/exam/simple-detail
  exam/exam/train-repos
  exam/watch/record-grid
  integrate/lti-choice/detail
  integrate/tool-link/tools
  live/room/chat
  live/room/detail
  live/room/enter
  live/room/push-url
  notify/tmpl/detail
  paper/evidence/detail
  paper/export/detail
  paper/export/list
  paper/fix/item
  paper/fix/preview
  paper/paper/left-time
  paper/paper/paper-result
  paper/paper/result-report
  paper/record/mine
  paper/record/need
  paper/record/phone-state
  paper/review/open
  paper/review/rubric-list
  paper/review/rubric-preview
  paper/trial/draw
  paper/trial/mark
  path/learn/detail
  path/path/detail
  pay/config/address
  pay/config/detail
  pay/config/list
  pay/invoice/detail
  qu/import/detail
  qu/import/row
  qu/import/waiting
  qu/qu/detail
  qu/qu/export-loss
  qu/qu/import-state
  repo/book/detail
  repo/book/print
  repo/detail
  repo/train/card
  repo/train/detail
  repo/train/qu-detail
  repo/train/result
  socket/ticket
  survey/answer/detail
  survey/answer/public-detail
  survey/survey/detail
  sys/api-doc/open
  sys/api-token/self
  sys/api-token/tags
  sys/backup/detail
  sys/config/detail
  sys/config/help
  sys/config/prop/detail
  sys/config/prop/upload
  sys/config/switch/detail
  sys/depart/detail
  sys/dic/list
  sys/dic/tree
  sys/dic/value/tree
  sys/directory/detail
  sys/disk/detail
  sys/face/mine
  sys/face/rules-detail
  sys/group/detail
  sys/license/detail
  sys/list-view/list
  sys/menu/detail
  sys/menu/routes
  sys/menu/tree
  sys/notice/detail
  sys/role/detail
  sys/role/list
  sys/role/list-menus
  sys/status/detail
  sys/user/bind/bind-info
  sys/user/bind/bind-list
  sys/user/currentUser
  sys/user/detail
  sys/user/import-state
  sys/user/info
  sys/user/isComplete
  sys/user/queryHotelInfo
  sys/user/real/detail
  sys/user/real/parse-id
  sys/user/real/queryUserInfo
  sys/user/reg-departs
  sys/user/session/list
  sys/user/totp-state
  tmpl/group/list-group
  tmpl/group/list-qu
  tmpl/group/stock
  tmpl/tmpl/detail
  user/points/rule/list
`
    .trim()
    .split(/\s+/)
    .map((path) => `/api/${path}`),
)

// /api/stat/overdue; /api/stat/total, /api/stat/course, /api/stat/work, /api/stat/first-steps and /api/stat/today: the start pages; /api/stat/find: Ctrl K
import { statOverdue } from '@shuyuan/contract/stat/overdue.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { pageOverdue, remindOverdueRows } from './overdue.service.ts'
import { totalLearn, totalUser } from '@shuyuan/contract/stat/exam-total.ts'
import { statFind } from '@shuyuan/contract/stat/find.ts'
import { courseDash, statFirst, statToday, statWork, totalNum } from '@shuyuan/contract/stat/total.ts'
import { pageRunningCourses } from './dash.service.ts'
import { findAll } from './find.service.ts'
import { readPace, savePace } from './pace.service.ts'
import { readToday } from './today.service.ts'
import { allTotals } from './total.service.ts'
import { learnWeek, userWeek } from './week.service.ts'
import { readFirstSteps, readWork } from './work.service.ts'

export default [
  ...serve(statOverdue, { paging: pageOverdue, remind: remindOverdueRows }),
  ...serve(totalNum, { all: allTotals }),
  ...serve(totalUser, { week: userWeek }),
  ...serve(totalLearn, { week: learnWeek }),
  ...serve(courseDash, { 'dash-course-list': pageRunningCourses }),
  ...serve(statWork, { todo: readWork }),
  ...serve(statFirst, { 'first-steps': readFirstSteps }),
  ...serve(statFind, { all: findAll }),
  ...serve(statToday, { mine: readToday, pace: readPace, 'save-pace': savePace }),
]

// /api/stat/total, /api/stat/course, /api/stat/work and /api/stat/today: the start pages; /api/stat/find: Ctrl K
import { totalLearn, totalUser } from '@shuyuan/contract/stat/exam-total.ts'
import { statFind } from '@shuyuan/contract/stat/find.ts'
import { courseDash, statToday, statWork, totalNum } from '@shuyuan/contract/stat/total.ts'
import { serve } from '../../kernel/endpoint.ts'
import { pageRunningCourses } from './dash.service.ts'
import { findAll } from './find.service.ts'
import { readToday } from './today.service.ts'
import { allTotals } from './total.service.ts'
import { learnWeek, userWeek } from './week.service.ts'
import { readWork } from './work.service.ts'

export default [
  ...serve(totalNum, { all: allTotals }),
  ...serve(totalUser, { week: userWeek }),
  ...serve(totalLearn, { week: learnWeek }),
  ...serve(courseDash, { 'dash-course-list': pageRunningCourses }),
  ...serve(statWork, { todo: readWork }),
  ...serve(statFind, { all: findAll }),
  ...serve(statToday, { mine: readToday }),
]

// All journeys, in the order of the table.
import type { Journey } from './journey.ts'
import { broadcasts } from './journeys/broadcast.ts'
import { exams } from './journeys/exams.ts'
import { learning } from './journeys/learning.ts'
import { lessons } from './journeys/lessons.ts'
import { packages } from './journeys/packages.ts'
import { teaching } from './journeys/teaching.ts'

export const journeys: Journey[] = [...exams, ...lessons, ...packages, ...learning, ...teaching, ...broadcasts]

// The learning endpoints under their short prefix (decisions.md 6).
import { endpoints } from '../../kernel/endpoint.ts'
import { learnCalls } from './file-learn.ts'

export const courseLearn = endpoints('course/learn', 'course', learnCalls)

// The calls of learning under the prefix that the documents write in their short style (decisions.md 6).
import { endpoints } from '../kernel/endpoint.ts'
import { learnCalls } from './file-learn.ts'

export const courseLearn = endpoints('course/learn', 'course', learnCalls)

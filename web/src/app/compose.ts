// Components that a domain of the back office shows of domains it may not import; only the application knows them all.
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { lazy } from 'react'
import { fileTools } from '../domains/course/file/file-tools.ts'
import { courseTools } from '../domains/course/catalog/course-tools.ts'
import { examTools } from '../domains/exam/exam-tools.ts'
import { noticeTools } from '../domains/message/notice-tools.ts'
import { WithOpinions } from '../domains/assist/mark/WithOpinions.tsx'
import { WithMakes } from '../domains/assist/WithMakes.tsx'
import { reviewTools } from '../domains/paper/review/review-tools.ts'
import { quTools } from '../domains/qu/qu-tools.ts'
import { modelTools } from '../domains/site/provider/model-tools.ts'
import { storageTools } from '../domains/site/provider/storage-tools.ts'

const ScoreImport = lazy(async () => ({ default: (await import('../domains/paper/admission/ScoreImport.tsx')).ScoreImport }))
const StopPicker = lazy(async () => ({ default: (await import('../domains/train/StopPicker.tsx')).StopPicker }))
const StopsSkipped = lazy(async () => ({ default: (await import('../domains/train/StopsSkipped.tsx')).StopsSkipped }))

const EncoderNote = lazy(async () => ({ default: (await import('../domains/course/file/EncoderNote.tsx')).EncoderNote }))
const PackagePreview = lazy(async () => ({ default: (await import('../domains/course/scorm/PackagePreview.tsx')).PackagePreview }))
const PlaylistPreview = lazy(async () => ({
  default: (await import('../domains/course/learn/player/PlaylistPreview.tsx')).PlaylistPreview,
}))
const WorkPreview = lazy(async () => ({ default: (await import('../domains/course/work/WorkPreview.tsx')).WorkPreview }))
const WorkDialog = lazy(async () => ({ default: (await import('../domains/course/work/edit/WorkDialog.tsx')).WorkDialog }))
const RoomPreview = lazy(async () => ({ default: (await import('../domains/course/room/RoomPreview.tsx')).RoomPreview }))
const RoomDialog = lazy(async () => ({ default: (await import('../domains/course/room/edit/RoomDialog.tsx')).RoomDialog }))
const TryModel = lazy(async () => ({ default: (await import('../domains/assist/ledger/TryModel.tsx')).TryModel }))
const MakeQuestions = lazy(async () => ({ default: (await import('../domains/assist/questions/MakeQuestions.tsx')).MakeQuestions }))
const MakeFrom = lazy(async () => ({ default: (await import('../domains/assist/questions/MakeFrom.tsx')).MakeFrom }))
const ImproveQuestion = lazy(async () => ({ default: (await import('../domains/assist/improve/ImproveQuestion.tsx')).ImproveQuestion }))
const Opinion = lazy(async () => ({ default: (await import('../domains/assist/mark/Opinion.tsx')).Opinion }))
const Opinions = lazy(async () => ({ default: (await import('../domains/assist/mark/Opinions.tsx')).Opinions }))
const NoticeDraft = lazy(async () => ({ default: (await import('../domains/assist/notice/NoticeDraft.tsx')).NoticeDraft }))

examTools.set({ ScoreImport })
courseTools.set({ StopPicker, StopsSkipped })
storageTools.set({ EncoderNote })
fileTools.set({
  WithMakes,
  MakeFrom,
  PackagePreview,
  PlaylistPreview,
  WorkPreview,
  WorkDialog,
  RoomPreview,
  RoomDialog,
  lessonDialogs: [
    { fileType: CourseFileType.work, Dialog: WorkDialog },
    { fileType: CourseFileType.room, Dialog: RoomDialog },
  ],
})
modelTools.set({ TryModel })
quTools.set({ WithMakes, MakeQuestions, ImproveQuestion })
reviewTools.set({ Opinion, Opinions, WithOpinions })
noticeTools.set({ NoticeDraft, WithMakes, MakeFrom })

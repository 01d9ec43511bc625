// The allowed extensions of course files.
export const courseKinds =
  'mp4,webm,mov,mkv,avi,flv,wmv,mpg,mp3,m4a,wav,ogg,pdf,doc,docx,xls,xlsx,ppt,pptx,zip,rar,png,jpg,jpeg,webp'.split(',')

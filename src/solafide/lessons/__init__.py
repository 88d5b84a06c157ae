"""The course: lessons as data files, played on the real engine.

A lesson holds no text and no code; its texts are in the catalogues, under `lesson.ID`. What a lesson may say is checked
when it is loaded. To add one, see docs/recipes/add-a-lesson.md.
"""

from solafide.lessons.goal import PREDICATES, LessonError
from solafide.lessons.lesson import Lesson, LessonStep, WrongChoice, course, find_lesson, load_lesson
from solafide.lessons.lesson_play import MAX_CHOICES, LessonPlay, LessonStatus, follow_lesson

__all__ = [
    "MAX_CHOICES",
    "PREDICATES",
    "Lesson",
    "LessonError",
    "LessonPlay",
    "LessonStatus",
    "LessonStep",
    "WrongChoice",
    "course",
    "find_lesson",
    "follow_lesson",
    "load_lesson",
]

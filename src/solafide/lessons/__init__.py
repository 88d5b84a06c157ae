"""The course, and the examples in the rules: data files, played on the real engine.

A lesson holds no text and no code; its texts are in the catalogues, under `lesson.ID`, those of an example under
`example.ID`. What a file may say is checked when it is loaded. To add one, see docs/recipes/add-a-lesson.md.
"""

from solafide.lessons.example import Picture, RuleExample, find_example, load_example, rule_examples
from solafide.lessons.goal import PREDICATES, LessonError
from solafide.lessons.lesson import Lesson, LessonStep, WrongChoice, course, find_lesson, load_lesson
from solafide.lessons.lesson_play import MAX_CHOICES, LessonPlay, LessonStatus, follow_lesson, shown_choices

__all__ = [
    "MAX_CHOICES",
    "PREDICATES",
    "Lesson",
    "LessonError",
    "LessonPlay",
    "LessonStatus",
    "LessonStep",
    "Picture",
    "RuleExample",
    "WrongChoice",
    "course",
    "find_example",
    "find_lesson",
    "follow_lesson",
    "load_example",
    "load_lesson",
    "rule_examples",
    "shown_choices",
]

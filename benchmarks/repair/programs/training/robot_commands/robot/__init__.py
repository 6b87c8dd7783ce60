from robot.machine import Robot, Stuck
from robot.program import ProgramError, compile_program

__all__ = ["ProgramError", "Robot", "Stuck", "compile_program"]

#pragma once
// A small BVH body.

#include <string>

namespace tassel::test {

/// Hips with a spine up to the head, two arms that hang at 45° and two splayed legs, and two
/// frames of 9 numbers: the hips' 6, then the left arm's X, Y and Z turn.
inline std::string bvh_body() {
  return R"(HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
  JOINT Spine
  {
    OFFSET 0 2 0
    JOINT Neck
    {
      OFFSET 0 3 0
      JOINT Head
      {
        OFFSET 0 1 0
        End Site
        {
          OFFSET 0 1 0
        }
      }
    }
    JOINT LeftArm
    {
      OFFSET 1 2 0
      CHANNELS 3 Xrotation Yrotation Zrotation
      JOINT LeftForeArm
      {
        OFFSET 1 -1 0
        JOINT LeftHand
        {
          OFFSET 1 -1 0
        }
      }
    }
    JOINT RightArm
    {
      OFFSET -1 2 0
      JOINT RightForeArm
      {
        OFFSET -1 -1 0
        JOINT RightHand
        {
          OFFSET -1 -1 0
        }
      }
    }
  }
  JOINT LeftUpLeg
  {
    OFFSET 1 0 0
    JOINT LeftLeg
    {
      OFFSET 1 -4 0
      JOINT LeftFoot
      {
        OFFSET 1 -4 0
      }
    }
  }
  JOINT RightUpLeg
  {
    OFFSET -1 0 0
    JOINT RightLeg
    {
      OFFSET -1 -4 0
      JOINT RightFoot
      {
        OFFSET -1 -4 0
      }
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.5
0 9 0 0 0 0 0 0 0
1 9 2 90 0 0 0 0 180
)";
}

}  // namespace tassel::test
